import { css } from '@emotion/react';
import { ArrowDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/format.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { color, motion, radius, space } from '../../ui/style/tokens.ts';

const styles = {
  root: css({
    position: 'absolute',
    insetBlockEnd: space(4),
    insetInlineEnd: space(4),
    display: 'inline-grid',
    placeItems: 'center',
    inlineSize: '44px',
    blockSize: '44px',
    borderRadius: radius.pill,
    backgroundColor: color.raised,
    color: color.text,
    boxShadow: `0 8px 24px ${color.shadow}, inset 0 0 0 1px ${color.edge}`,
    animation: `rise ${motion.calm} ${motion.ease}`,
    '&:hover': { backgroundColor: color.hover },
  }),
  count: css({ position: 'absolute', insetBlockStart: '-8px' }),
};

type Props = { readonly count: number; readonly onJump: () => void };

/**
 * Button over the message list, shown while it is scrolled up, that scrolls to the newest message. `count`: messages received
 * meanwhile.
 */
export const JumpButton = ({ count, onJump }: Props) => {
  const { t } = useTranslation('message');
  const label = count > 0 ? `${t('jump')}, ${t('jumpNew', { count })}` : t('jump');
  return (
    <button type="button" css={styles.root} onClick={onJump} aria-label={label} title={t('jump')}>
      <ArrowDown size={20} aria-hidden="true" />
      {count > 0 ? (
        <span css={styles.count}>
          <Badge text={count > 99 ? '99+' : formatNumber(count)} />
        </span>
      ) : null}
    </button>
  );
};
