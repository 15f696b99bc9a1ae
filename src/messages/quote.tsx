import { css } from '@emotion/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { midOf, stanzaIdOfMid } from '#contract/ids.ts';
import { readQuoted } from '#db/reads/messages.ts';
import type { MessageRow } from '#db/schema.ts';
import { color, size, space } from '../ui/tokens.ts';
import { DeedsContext } from './deeds.ts';
import { useLineOf } from './line-of.ts';

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

/** The rows that are drawn around a quote: what it names is mostly one of them. */
export const KnownRows = createContext<readonly MessageRow[]>([]);

/** The row of a message as long as it is on this device; null while it is not, undefined before the database answered. */
function useQuoted(tid: string, stanzaId: string): MessageRow | null | undefined {
  return useLiveQuery(async () => (await readQuoted(tid, stanzaId)) ?? null, [tid, stanzaId]);
}

const isQuoted = ({ mid, out }: MessageRow, tid: string, stanzaId: string) =>
  mid === midOf(tid, stanzaId) || mid === midOf('gift', stanzaId) || (out && stanzaIdOfMid(mid) === stanzaId);

type Props = { readonly tid: string; readonly stanzaId: string; readonly name: string };

/** Whom and what is quoted, in two lines. It shows the message that is on this device: nobody can be misquoted. */
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

/** Above the input: the message that is replied to. */
export const Quoted = ({ tid, stanzaId, name }: Props) => <QuotedWords row={useQuoted(tid, stanzaId)} name={name} />;

type FoundProps = { readonly row: MessageRow | null | undefined; readonly name: string };

const FoundQuote = ({ row, name }: FoundProps) => {
  const { t } = useTranslation('message');
  const deeds = useContext(DeedsContext);
  const words = <QuotedWords row={row} name={name} />;
  if (!row || !deeds) return <span css={styles.quote}>{words}</span>;
  return (
    <button type="button" css={styles.quote} title={t('quote.jump')} onClick={() => deeds.jumpTo(row)}>
      {words}
    </button>
  );
};
const ReadQuote = ({ tid, stanzaId, name }: Props) => <FoundQuote row={useQuoted(tid, stanzaId)} name={name} />;

/** In a bubble: the message that it replies to. A press leads there. */
export const Quote = (props: Props) => {
  const known = useContext(KnownRows).find((row) => isQuoted(row, props.tid, props.stanzaId));
  return known ? <FoundQuote row={known} name={props.name} /> : <ReadQuote {...props} />;
};
