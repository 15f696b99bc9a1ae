import { css } from '@emotion/react';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageRow } from '#db/schema.ts';
import { useWords } from '../i18n/more.ts';
import { color, radius, size, space } from '../ui/style/tokens.ts';
import { MessageActionsContext } from './message-actions.ts';

const styles = {
  root: css({ display: 'flex', flexWrap: 'wrap', gap: space(1), marginBlockStart: '3px', paddingInline: space(1) }),
  one: css({
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    minInlineSize: '36px',
    blockSize: '28px',
    justifyContent: 'center',
    paddingInline: space(2),
    borderRadius: radius.pill,
    backgroundColor: color.raised,
    boxShadow: `inset 0 0 0 1px ${color.edge}`,
    color: color.text,
    fontSize: size.xs,
    fontVariantNumeric: 'tabular-nums',
    '&[aria-pressed="true"]': { boxShadow: `inset 0 0 0 2px ${color.focus}` },
  }),
};

type Props = { readonly row: MessageRow; readonly name: string };

/**
 * Reactions of both sides below a message, with their number. Where the user may react, a press on one adds the own reaction or takes it
 * back.
 */
const Reactions = ({ row, name }: Props) => {
  const ready = useWords('around');
  const { t } = useTranslation('around');
  const react = useContext(MessageActionsContext)?.react;
  const { own = [], peer = [] } = row.reactions ?? {};
  if (!ready) return null;
  const labelOf = (emoji: string) => {
    if (!own.includes(emoji)) return t('react.peer', { emoji, name });
    return peer.includes(emoji) ? t('react.both', { emoji: `${emoji} 2`, name }) : t('react.you', { emoji });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would name a group of fields
    <div css={styles.root} role="group" aria-label={t('react.title')}>
      {[...new Set([...peer, ...own])].map((emoji) => {
        const isOwn = own.includes(emoji);
        const count = Number(isOwn) + Number(peer.includes(emoji));
        return (
          <button
            key={emoji}
            type="button"
            css={styles.one}
            aria-pressed={isOwn}
            aria-label={labelOf(emoji)}
            disabled={!react}
            onClick={() => react?.(row, emoji, !isOwn)}
          >
            <span aria-hidden="true">{emoji}</span>
            {count > 1 ? <span aria-hidden="true">{count}</span> : null}
          </button>
        );
      })}
    </div>
  );
};
export default Reactions;
