import { css } from '@emotion/react';
import { accent, color, motion, size, space, stillMotion, wide } from '../../../ui/style/tokens.ts';

/** Colours of the two light spots on each card, so that neighbouring cards differ. */
const LIGHTS = [
  ['#ff7ac6', '#5b2bd9'],
  ['#ffb347', '#d92b6a'],
  ['#4fd8ff', '#1b57c9'],
  ['#c58bff', '#2d2aa5'],
  ['#ffd84d', '#e0662a'],
  ['#5af7c4', '#0b7f8c'],
  ['#ff8f70', '#a3246e'],
  ['#7ab8ff', '#4a2bb8'],
  ['#ffa0d2', '#8a2be2'],
  ['#8df06a', '#0d7a5f'],
] as const;

const tones = Object.fromEntries(
  LIGHTS.map(([from, to], tone) => [
    `&[data-tone="${tone}"]`,
    {
      backgroundImage: `radial-gradient(70% 50% at 78% 14%, ${from}, transparent 80%), radial-gradient(90% 70% at 10% 100%, ${from}88, transparent 70%), linear-gradient(160deg, ${to}, ${to})`,
    },
  ]),
);

/** Styles of the deck of cards on the landing page of miravo. */
export const styles = {
  root: css({ display: 'grid', justifyItems: 'center', gap: space(5), inlineSize: '100%' }),
  pile: css({
    position: 'relative',
    inlineSize: 'min(68vw, 300px, 40dvh)',
    aspectRatio: '3 / 4',
    direction: 'ltr',
    [wide]: { inlineSize: 'min(30vw, 400px, 52dvh)' },
  }),
  card: css({
    position: 'absolute',
    inset: 0,
    overflow: 'hidden',
    borderRadius: '36px',
    boxShadow: `0 24px 60px ${color.shadow}`,
    userSelect: 'none',
    transition: `transform 320ms ${motion.ease}, opacity 320ms`,
    ...tones,
    '&[data-depth="0"]': {
      cursor: 'grab',
      touchAction: 'pan-y',
      animation: `sway 2.2s ${motion.ease} 900ms 2`,
      '&:active': { cursor: 'grabbing', animation: 'none' },
      [stillMotion]: { animation: 'none' },
    },
    '&[data-depth="1"]': { transform: 'rotate(5deg) translate(7%, 1%) scale(0.95)' },
    '&[data-depth="2"]': { transform: 'rotate(-6deg) translate(-8%, 2%) scale(0.9)', opacity: 0.85 },
    '@keyframes sway': {
      '20%': { rotate: '4deg', translate: '14px 0' },
      '45%': { rotate: '-3deg', translate: '-10px 0' },
      '70%': { rotate: '0deg', translate: '0 0' },
    },
  }),
  picture: css({
    position: 'absolute',
    inset: 0,
    inlineSize: '100%',
    blockSize: '100%',
    objectFit: 'cover',
    pointerEvents: 'none',
  }),
  bubble: css({
    position: 'absolute',
    insetInline: '8%',
    insetBlockEnd: '7%',
    inlineSize: 'fit-content',
    padding: '0.3em 0.8em',
    borderRadius: '1.2em 1.2em 1.2em 0.3em',
    backgroundColor: '#fff',
    color: '#0e2326',
    fontSize: 'clamp(1.25rem, 1rem + 1.4vw, 2rem)',
    fontWeight: 700,
    boxShadow: '0 8px 24px rgb(0 0 0 / 0.25)',
  }),
  stamp: css({
    position: 'absolute',
    insetBlockStart: '8%',
    padding: '0.25em 0.8em',
    borderRadius: '999px',
    fontSize: size.lg,
    fontWeight: 700,
    '&[data-side="right"]': {
      left: '8%',
      rotate: '-8deg',
      backgroundImage: accent,
      color: color.onAccent,
      opacity: 'calc(var(--pull, 0))',
    },
    '&[data-side="left"]': {
      right: '8%',
      rotate: '8deg',
      backgroundColor: color.raised,
      color: color.text,
      opacity: 'calc(-1 * var(--pull, 0))',
    },
  }),
  // Left is 'next' and right is 'say hi' in every language, because these are the directions of the swipe.
  acts: css({ display: 'flex', alignItems: 'center', gap: space(4), direction: 'ltr' }),
  skip: css({
    display: 'grid',
    placeItems: 'center',
    inlineSize: '60px',
    blockSize: '60px',
    borderRadius: '50%',
    backgroundColor: color.raised,
    boxShadow: `inset 0 0 0 1px ${color.edge}`,
    transition: `transform ${motion.calm} ${motion.ease}`,
    '&:hover': { transform: 'rotate(-40deg)' },
  }),
  hi: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    minBlockSize: '60px',
    paddingInline: space(7),
    borderRadius: '999px',
    fontSize: size.lg,
    fontWeight: 700,
    backgroundImage: accent,
    color: color.onAccent,
    boxShadow: `0 12px 32px -8px ${color.glow}`,
    transition: `transform ${motion.calm} ${motion.ease}`,
    '&:hover': { transform: 'scale(1.04)', '& svg': { animation: `wave 700ms ${motion.ease}` } },
    '@keyframes wave': { '30%': { rotate: '18deg' }, '60%': { rotate: '-14deg' } },
  }),
  hint: css({ fontSize: size.xs, color: color.faint, textAlign: 'center' }),
};
