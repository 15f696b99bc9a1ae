import { css } from '@emotion/react';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../i18n/format.ts';
import { isTeam } from '../../../i18n/official.ts';
import { Avatar } from '../../../person/avatar.tsx';
import { accent, color, motion, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    minBlockSize: '60px',
    paddingBlock: space(2),
    paddingInline: space(4),
    cursor: 'pointer',
    transition: `background-color ${motion.quick}`,
    '&:hover': { backgroundColor: color.hover },
    '&:has(:disabled)': { cursor: 'default', color: color.soft, '&:hover': { backgroundColor: 'transparent' } },
    '&:has(:focus-visible)': { outline: `2px solid ${color.focus}`, outlineOffset: '-3px', borderRadius: '12px' },
  }),
  input: css({ position: 'absolute', inset: 0, opacity: 0, margin: 0, cursor: 'inherit' }),
  words: css({ flex: 1, minInlineSize: 0, display: 'grid', gap: space(0.5) }),
  name: css({ justifySelf: 'start', fontWeight: 550, overflowWrap: 'anywhere' }),
  count: css({ fontSize: size.xs, color: color.soft, fontVariantNumeric: 'tabular-nums' }),
  box: css({
    display: 'grid',
    placeItems: 'center',
    flexShrink: 0,
    inlineSize: '24px',
    blockSize: '24px',
    borderRadius: '8px',
    color: 'transparent',
    boxShadow: `inset 0 0 0 1.5px ${color.edge}`,
    'input:checked ~ &': { backgroundImage: accent, color: color.onAccent, boxShadow: 'none' },
    'input:disabled ~ &': { opacity: 0.4 },
  }),
};

type Props = {
  readonly tid: string;
  readonly uid: number;
  readonly name: string;
  readonly messages: number;
  readonly chosen: boolean;
  readonly onChoose: () => void;
};

/** Row of the delete-message settings: a conversation with a checkbox, disabled if it has no messages. */
export const ThreadCheckbox = ({ tid, uid, name, messages, chosen, onChoose }: Props) => {
  const { t } = useTranslation('settings');
  const id = useId();
  return (
    <label css={styles.root}>
      <input
        css={styles.input}
        type="checkbox"
        checked={chosen}
        disabled={messages === 0}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-count`}
        onChange={onChoose}
      />
      <Avatar uid={uid} name={name} size="small" team={isTeam(tid)} />
      <span css={styles.words}>
        <bdi css={styles.name} id={`${id}-name`}>
          {name}
        </bdi>
        <span css={styles.count} id={`${id}-count`}>
          {t('clear.count', { number: formatNumber(messages) })}
        </span>
      </span>
      <span css={styles.box} aria-hidden="true">
        <Check size={16} strokeWidth={3} />
      </span>
    </label>
  );
};
