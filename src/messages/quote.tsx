import { css } from '@emotion/react';
import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { midOf, stanzaIdOfMid } from '#contract/ids.ts';
import { readQuoted } from '#db/reads/messages.ts';
import type { MessageRow } from '#db/schema.ts';
import { useLiveQuery } from '../data/use-live-query.ts';
import { color, size, space } from '../ui/style/tokens.ts';
import { useLineOf } from './log/line-of.ts';
import { MessageActionsContext } from './message-actions.ts';

const styles = {
  words: css({
    display: 'grid',
    alignContent: 'center',
    minInlineSize: 0,
    blockSize: '44px',
    paddingInline: space(2.5),
    borderInlineStart: '3px solid currentColor',
    borderRadius: '8px',
    fontSize: size.xs,
    lineHeight: 1.4,
    textAlign: 'start',
    '& > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  }),
  name: css({ fontWeight: 650 }),
  quote: css({
    display: 'block',
    inlineSize: '100%',
    marginBlockEnd: space(1.5),
    borderRadius: '8px',
    backgroundColor: 'color-mix(in srgb, currentColor 9%, transparent)',
    '&:focus-visible': { outlineColor: color.focus },
  }),
};

/** Context with the rows of the message list. A quoted message is usually one of them, which saves a database read per quote. */
export const KnownRows = createContext<readonly MessageRow[]>([]);

/** Row of a quoted message; null if it is not on this device, undefined until the database answers. */
function useQuoted(tid: string, stanzaId: string): MessageRow | null | undefined {
  return useLiveQuery(async () => (await readQuoted(tid, stanzaId)) ?? null, [tid, stanzaId]);
}

const isQuoted = ({ mid, out }: MessageRow, tid: string, stanzaId: string) =>
  mid === midOf(tid, stanzaId) || mid === midOf('gift', stanzaId) || (out && stanzaIdOfMid(mid) === stanzaId);

type Props = { readonly tid: string; readonly stanzaId: string; readonly name: string };

/** Author and text of a quoted message, from the row on this device: the sender cannot falsify the quoted text. */
const QuotedWords = ({ row, name }: { readonly row: MessageRow | null | undefined; readonly name: string }) => {
  const { t } = useTranslation('message');
  const lineOf = useLineOf();
  if (!row) return <span css={styles.words}>{row === null ? <span>{t('quote.missing')}</span> : null}</span>;
  return (
    <span css={styles.words}>
      <bdi css={styles.name}>{row.out ? t('quote.you') : name}</bdi>
      <span dir="auto">{lineOf(row)}</span>
    </span>
  );
};

/** The message that the user is about to reply to, shown above the input. */
export const ReplyPreview = ({ tid, stanzaId, name }: Props) => (
  <QuotedWords row={useQuoted(tid, stanzaId)} name={name} />
);

type FoundProps = { readonly row: MessageRow | null | undefined; readonly name: string };

const FoundQuote = ({ row, name }: FoundProps) => {
  const { t } = useTranslation('message');
  const actions = useContext(MessageActionsContext);
  const words = <QuotedWords row={row} name={name} />;
  if (!row || !actions) return <span css={styles.quote}>{words}</span>;
  return (
    <button type="button" css={styles.quote} title={t('quote.jump')} onClick={() => actions.jumpTo(row)}>
      {words}
    </button>
  );
};
const ReadQuote = ({ tid, stanzaId, name }: Props) => <FoundQuote row={useQuoted(tid, stanzaId)} name={name} />;

/** The message that a sent reply refers to, inside the bubble of the reply. A press scrolls to that message if it is on this device. */
export const Quote = (props: Props) => {
  const known = useContext(KnownRows).find((row) => isQuoted(row, props.tid, props.stanzaId));
  return known ? <FoundQuote row={known} name={props.name} /> : <ReadQuote {...props} />;
};
