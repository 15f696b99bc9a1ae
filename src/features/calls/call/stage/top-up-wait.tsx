import { css } from '@emotion/react';
import { Gem } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CallRow } from '#db/schema.ts';
import { useServerNow } from '../../../../data/use-server-now.ts';
import { formatClock } from '../../../../i18n/format.ts';
import { depth, motion, onCall, portrait, size, space } from '../../../../ui/style/tokens.ts';

const styles = {
  root: css({
    position: 'absolute',
    zIndex: depth.over,
    insetInline: space(4),
    insetBlockStart: '34%',
    marginInline: 'auto',
    maxInlineSize: '340px',
    display: 'grid',
    justifyItems: 'center',
    gap: space(2),
    padding: space(5),
    borderRadius: '24px',
    backgroundColor: portrait.glassHover,
    boxShadow: `inset 0 0 0 1px ${portrait.rim}`,
    textAlign: 'center',
    textWrap: 'balance',
    animation: `appear ${motion.slow} ${motion.ease}`,
    '& > svg': { color: onCall.warn },
  }),
  time: css({ fontSize: size.xl, fontWeight: 700, fontVariantNumeric: 'tabular-nums' }),
  soft: css({ fontSize: size.xs, color: portrait.soft }),
};

type Props = { readonly call: CallRow; readonly until: number };

/** Shown while the call is paused because the caller buys gems; no video and audio are sent. */
export const TopUpWait = ({ call: { direction, peer }, until }: Props) => {
  const { t } = useTranslation('call');
  const left = Math.max(0, (until - useServerNow()) / 1_000);
  return (
    <section css={styles.root} aria-label={t('topUp.label')}>
      <Gem size={28} aria-hidden="true" />
      <p role="status">{direction === 'out' ? t('topUp.own') : t('topUp.peer', { name: peer.nickName })}</p>
      <span css={styles.time} role="timer">
        {formatClock(left)}
      </span>
      <p css={styles.soft}>{t('topUp.note')}</p>
    </section>
  );
};
