import { css } from '@emotion/react';
import { PhoneOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallRow } from '#db/schema.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { formatClock, formatNumber } from '../../../i18n/format.ts';
import { Avatar } from '../../../person/avatar.tsx';
import { NameSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { depth, portrait, size, space } from '../../../ui/style/tokens.ts';
import { OwnPicture } from './stage/own-picture.tsx';
import { PortraitBackdrop } from './stage/portrait-backdrop.tsx';
import { RoundButton } from './stage/round-button.tsx';

const styles = {
  root: css({
    position: 'fixed',
    inset: 0,
    zIndex: depth.screen,
    display: 'grid',
    gridTemplateRows: '1fr auto',
    justifyItems: 'center',
    overflow: 'hidden',
    color: portrait.ink,
    backgroundColor: portrait.night,
  }),
  who: css({
    position: 'relative',
    display: 'grid',
    alignContent: 'center',
    justifyItems: 'center',
    gap: space(3),
    padding: space(6),
    // Leaves room for the self-view above.
    paddingBlockStart: `min(${space(30)}, 15dvh)`,
    textAlign: 'center',
    '@media (max-height: 640px)': { gap: space(1), paddingInline: space(4), paddingBlockEnd: 0 },
  }),
  ring: css({
    position: 'relative',
    borderRadius: '40%',
    '&::before, &::after': {
      content: '""',
      position: 'absolute',
      inset: '-14px',
      borderRadius: '40%',
      boxShadow: `inset 0 0 0 2px ${portrait.rim}`,
      // Starts late, so that a call that is answered at once does not spend time on an animation that is never seen.
      animation: 'breathe 2s 1s infinite',
    },
    '&::after': { inset: '-30px', animationDelay: '1300ms' },
    '&[data-still]::before, &[data-still]::after': { animation: 'none' },
  }),
  name: css({ fontSize: size.xxl, marginBlockStart: space(10), letterSpacing: '-0.02em', overflowWrap: 'anywhere' }),
  line: css({ color: portrait.soft, maxInlineSize: '36ch', textWrap: 'balance', overflowWrap: 'anywhere' }),
  small: css({ fontSize: size.xs }),
  foot: css({
    position: 'relative',
    padding: space(8),
    paddingBlockEnd: `max(${space(12)}, env(safe-area-inset-bottom))`,
  }),
};

type Props = {
  readonly peer: CallRow['peer'];
  readonly line: string;
  readonly price: number;
  readonly freeSeconds: number;
  /** Price in silver of a call of `freeSeconds`; 0 if the call is free or costs gems. */
  readonly silver?: number | undefined;
  readonly onCancel: () => void;
  /** Whether the seconds of `freeSeconds` are paid by a booking. */
  readonly isBooked?: boolean;
  /** Set while the call is only offered and not dialled yet: nothing is animated. */
  readonly isStatic?: boolean;
  readonly children?: ReactNode;
};

/**
 * Full screen of a call before it has media: offered, dialled, ringing or answered but not connected. Shows the peer, the price and the
 * self-view, and a button that cancels, which `children` replaces.
 */
export const Ringing = (props: Props) => {
  const { peer, line, price, freeSeconds, silver = 0, isBooked = false, onCancel, isStatic, children } = props;
  const { t } = useTranslation(['call', 'people', 'common']);
  const fairSeconds = useAppState('allowances')?.free.fairStartSeconds ?? 0;
  return (
    <div css={styles.root}>
      <PortraitBackdrop uid={peer.uid} url={peer.avatarUrl} />
      <div css={styles.who}>
        <span css={styles.ring} data-still={isStatic}>
          <Avatar uid={peer.uid} name={peer.nickName} src={peer.avatarUrl} size="huge" />
        </span>
        {peer.nickName === '' ? (
          <span css={styles.name}>
            <NameSkeleton />
          </span>
        ) : (
          <h1 css={styles.name}>
            <bdi>{peer.nickName}</bdi>
          </h1>
        )}
        <p css={styles.line} role="status">
          {line}
        </p>
        {price > 0 ? <p css={styles.line}>{t('people:price', { count: price })}</p> : null}
        {price > 0 && fairSeconds > 0 && freeSeconds === 0 ? (
          <p css={[styles.line, styles.small]}>{t('fairStart', { time: formatClock(fairSeconds) })}</p>
        ) : null}
        {silver > 0 ? (
          <p css={styles.line}>{t('silverPrice', { silver: formatNumber(silver), time: formatClock(freeSeconds) })}</p>
        ) : null}
        {freeSeconds > 0 && silver === 0 ? (
          <p css={styles.line}>{t(isBooked ? 'booked' : 'freeFirst', { time: formatClock(freeSeconds) })}</p>
        ) : null}
      </div>
      <OwnPicture />
      <div css={styles.foot}>
        {children ?? (
          <RoundButton label={t('common:cancel')} variant="decline" large onClick={onCancel}>
            <PhoneOff size={28} aria-hidden="true" />
          </RoundButton>
        )}
      </div>
    </div>
  );
};
