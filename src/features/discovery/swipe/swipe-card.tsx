import { css } from '@emotion/react';
import { Heart, X } from 'lucide-react';
import { memo, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonRow } from '#db/schema.ts';
import type { PresenceStatus } from '../../../person/avatar.tsx';
import { CardBadges } from '../../../person/person-card-badges.tsx';
import { PortraitFacts } from '../../../person/portrait-facts.tsx';
import { Clip } from '../../../ui/media/clip.tsx';
import { playClip, stopClip } from '../../../ui/media/clip-stage.ts';
import { Picture } from '../../../ui/media/picture.tsx';
import { color, motion, portrait, radius, size, space } from '../../../ui/style/tokens.ts';
import type { SwipeVerdict } from './deck.ts';
import { useThrow } from './use-throw.ts';

const styles = {
  place: css({
    position: 'absolute',
    inset: 0,
    transformOrigin: '50% 100%',
    transition: `transform ${motion.slow} ${motion.ease}, opacity ${motion.slow}`,
    '&[data-depth="1"]': { transform: 'translateY(12px) scale(0.955)' },
    '&[data-depth="2"]': { transform: 'translateY(24px) scale(0.91)', opacity: 0.7 },
    '&[data-leaving]': { pointerEvents: 'none' },
  }),
  card: css({
    position: 'absolute',
    inset: 0,
    overflow: 'hidden',
    borderRadius: '24px',
    backgroundColor: color.raised,
    boxShadow: `0 24px 60px -20px ${color.shadow}, 0 0 0 1px ${color.line}`,
    touchAction: 'none',
    userSelect: 'none',
    cursor: 'grab',
    willChange: 'transform',
    '&:active': { cursor: 'grabbing' },
  }),
  foot: css({ position: 'absolute', inset: 0, backgroundImage: portrait.foot, pointerEvents: 'none' }),
  facts: css({ position: 'absolute', insetInline: 0, insetBlockEnd: 0, padding: space(5) }),
  stamp: css({
    position: 'absolute',
    insetBlockStart: space(6),
    display: 'flex',
    alignItems: 'center',
    gap: space(2),
    paddingInline: space(4),
    paddingBlock: space(2),
    borderRadius: radius.pill,
    backgroundColor: portrait.glassHover,
    color: portrait.ink,
    fontSize: size.lg,
    fontWeight: 700,
    pointerEvents: 'none',
    // Physical sides: a throw to the right is a like in every writing direction.
    '&[data-verdict="like"]': { left: space(6), rotate: '-8deg', opacity: 'var(--like, 0)', color: portrait.liked },
    '&[data-verdict="skip"]': { right: space(6), rotate: '8deg', opacity: 'var(--skip, 0)' },
  }),
};

const SIZES = '(min-width: 600px) 440px, 94vw';
const SETTLE_MS = 500;

type Props = {
  readonly person: PersonRow;
  readonly presence: PresenceStatus;
  /** Position in the stack; 0 is the top card. */
  readonly depth: number;
  readonly leaving: SwipeVerdict | undefined;
  /** Decision that was undone: the card flies back from its side. Undefined for other cards. */
  readonly returning: SwipeVerdict | undefined;
  readonly onThrow: (verdict: SwipeVerdict) => void;
  readonly onGone: (uid: number) => void;
};

/** One card of the stack. Only the top card can be dragged and plays its clip. `leaving` makes it fly off and then calls `onGone`. */
export const SwipeCard = memo(({ person, presence, depth, leaving, returning, onThrow, onGone }: Props) => {
  const { t } = useTranslation('match');
  const { uid } = person;
  const card = useRef<HTMLDivElement>(null);
  const top = depth === 0 && !leaving;
  const { handlers, fly, comeBack } = useThrow({ card, onThrow });
  const gone = useCallback(() => onGone(uid), [onGone, uid]);

  useLayoutEffect(() => {
    if (leaving) fly(leaving, gone);
  }, [leaving, fly, gone]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only on mount
  useLayoutEffect(() => {
    if (returning) comeBack(returning);
  }, []);
  useEffect(() => {
    if (!top || person.videoUrl === '') return;
    const timer = setTimeout(() => playClip(uid), SETTLE_MS);
    return () => {
      clearTimeout(timer);
      stopClip(uid);
    };
  }, [top, uid, person.videoUrl]);

  return (
    <article
      css={styles.place}
      data-depth={leaving ? 0 : depth}
      data-leaving={leaving}
      aria-label={person.nickName}
      aria-hidden={!top}
      inert={!top}
    >
      <div css={styles.card} ref={card} data-swipe={top || undefined} data-portrait={uid} {...(top ? handlers : {})}>
        <Picture uid={uid} name={person.nickName} url={person.avatarUrl} blur={person.avatarBlur} sizes={SIZES} early />
        <Clip uid={uid} url={person.videoUrl} />
        <div css={styles.foot} />
        <CardBadges isNew={person.isNew} isSilver={person.isSilver} />
        <span css={styles.stamp} data-verdict="like" aria-hidden="true">
          <Heart size={22} fill="currentColor" />
          {t('like')}
        </span>
        <span css={styles.stamp} data-verdict="skip" aria-hidden="true">
          <X size={22} />
          {t('skip')}
        </span>
        <div css={styles.facts}>
          <PortraitFacts person={person} presence={presence} />
        </div>
      </div>
    </article>
  );
});
SwipeCard.displayName = 'SwipeCard';
