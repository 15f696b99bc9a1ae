import { Menu as Base } from '@base-ui/react/menu';
import { css } from '@emotion/react';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { QUICK_REACTIONS } from '#contract/chat/kind-rules.ts';
import type { MessageRow } from '#db/schema.ts';
import { openPanel } from '../../ui/dialog/panel.ts';
import { color, radius, space } from '../../ui/style/tokens.ts';
import type { MessageActions } from '../message-actions.ts';

const styles = {
  root: css({
    display: 'grid',
    gridTemplateColumns: 'repeat(7, 1fr)',
    paddingBlockEnd: space(1.5),
    marginBlockEnd: space(1.5),
    borderBlockEnd: `1px solid ${color.line}`,
  }),
  one: css({
    display: 'grid',
    placeItems: 'center',
    minInlineSize: '36px',
    blockSize: '44px',
    borderRadius: radius.pill,
    cursor: 'pointer',
    outline: 'none',
    fontSize: '22px',
    '&[data-highlighted]': { backgroundColor: color.hover },
    '&[data-checked]': { boxShadow: `inset 0 0 0 2px ${color.focus}` },
  }),
};

type Props = { readonly row: MessageRow; readonly react: NonNullable<MessageActions['react']> };

/**
 * Row of reactions in the menu of a message: those of the user, then the usual ones, as many in all as there are usual ones, and a button
 * that opens all emoji.
 */
export const ReactRow = ({ row, react }: Props) => {
  const { t } = useTranslation('around');
  const own = row.reactions?.own ?? [];
  const offered = [...new Set([...own, ...QUICK_REACTIONS])].slice(0, QUICK_REACTIONS.length);
  return (
    <Base.Group css={styles.root} aria-label={t('react.title')}>
      {offered.map((emoji) => (
        <Base.CheckboxItem
          key={emoji}
          css={styles.one}
          checked={own.includes(emoji)}
          closeOnClick
          aria-label={t('react.with', { emoji })}
          onCheckedChange={(isOn) => react(row, emoji, isOn)}
        >
          <span aria-hidden="true">{emoji}</span>
        </Base.CheckboxItem>
      ))}
      <Base.Item
        css={styles.one}
        aria-label={t('react.more')}
        onClick={() => openPanel('reactMessage', { mid: row.mid })}
      >
        <Plus size={20} aria-hidden="true" />
      </Base.Item>
    </Base.Group>
  );
};
