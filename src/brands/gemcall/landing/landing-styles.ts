import { css } from '@emotion/react';
import { pageWidth } from '../../../landing/shared/page-width.ts';
import { color, depth, displayStack, radius, size, space, wide } from '../../../ui/style/tokens.ts';

/**
 * Heights on a phone: of the header, and of the portraits between it and the text. While the consent banner is shown the text moves up, so
 * that the buttons below the text stay visible.
 */
const HEAD = '76px';
const ABOVE_TEXT = 'calc(36dvh - var(--notice, 0px))';

const page = pageWidth(1_560);

/** Styles of the landing page of gemcall. */
export const styles = {
  root: css({
    position: 'relative',
    minBlockSize: '100dvh',
    overflow: 'clip',
    backgroundColor: color.ground,
    isolation: 'isolate',
  }),
  // The wall of portraits: above the text on a phone, beside it on a wide screen.
  scene: css({
    position: 'absolute',
    zIndex: depth.behind,
    insetInline: 0,
    insetBlockStart: 0,
    // Ends where the text of the hero begins, so that no text is over a face.
    blockSize: `calc(${HEAD} + ${ABOVE_TEXT})`,
    overflow: 'hidden',
    '&::after': {
      content: '""',
      position: 'absolute',
      inset: 0,
      backgroundImage: `linear-gradient(${color.ground} 3%, color-mix(in srgb, ${color.ground} 86%, transparent) 13%, transparent 27%, transparent 62%, ${color.ground})`,
    },
    [wide]: {
      blockSize: '100dvh',
      minBlockSize: '700px',
      '&::after': {
        backgroundImage: `linear-gradient(to right, ${color.ground} 46%, transparent 68%), linear-gradient(color-mix(in srgb, ${color.ground} 88%, transparent) 6%, transparent 20%, transparent 78%, ${color.ground})`,
      },
      '[dir="rtl"] &::after': {
        backgroundImage: `linear-gradient(to left, ${color.ground} 46%, transparent 68%), linear-gradient(color-mix(in srgb, ${color.ground} 88%, transparent) 6%, transparent 20%, transparent 78%, ${color.ground})`,
      },
    },
  }),
  wall: css({
    position: 'absolute',
    insetInline: '-8%',
    insetBlockStart: '-4%',
    rotate: '-5deg',
    [wide]: { insetInlineStart: '36%', insetInlineEnd: '-6%', insetBlockStart: '-12%', rotate: '-6deg' },
  }),
  hero: css({
    ...page,
    display: 'grid',
    alignContent: 'end',
    justifyItems: 'start',
    minBlockSize: 'calc(100dvh - 84px)',
    paddingBlock: `${ABOVE_TEXT} calc(${space(8)} + var(--notice, 0px))`,
    [wide]: {
      alignContent: 'center',
      paddingBlock: `${space(4)} 12dvh`,
      minBlockSize: 'max(600px, calc(100dvh - 92px))',
    },
  }),
  headline: css({
    maxInlineSize: '12ch',
    fontSize: 'clamp(2.375rem, 1.4rem + 4.2vw, 5.25rem)',
    fontWeight: 700,
    lineHeight: 1.04,
    letterSpacing: '-0.035em',
    // Scripts with joined letters need normal letter spacing.
    '&:lang(ar), &:lang(hi), &:lang(bn)': { letterSpacing: 0, lineHeight: 1.25 },
  }),
  lead: css({
    maxInlineSize: '44ch',
    marginBlockStart: space(4),
    fontSize: 'clamp(1rem, 0.9rem + 0.5vw, 1.25rem)',
    color: color.soft,
    textWrap: 'pretty',
  }),
  acts: css({
    display: 'grid',
    gap: space(2),
    inlineSize: '100%',
    marginBlockStart: space(7),
    '@media (min-width: 600px)': { display: 'flex', gap: space(3) },
  }),
  start: css({ minBlockSize: '56px', paddingInline: space(9), fontSize: size.lg }),
  clocks: css({ display: 'flex', flexWrap: 'wrap', gap: space(2), marginBlockStart: space(7) }),
  clock: css({
    padding: `${space(1.5)} ${space(3)}`,
    borderRadius: radius.pill,
    fontSize: size.xs,
    color: color.soft,
    backgroundColor: color.glass,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
  }),
  // Reserves the room of one place's clock: its height, and about its width.
  clockRoom: css({ inlineSize: '9.5rem', blockSize: `calc(${size.xs} * 1.45 + ${space(3)})` }),
  time: css({ marginInlineStart: space(1), color: color.text, fontVariantNumeric: 'tabular-nums' }),
  points: css({
    ...page,
    display: 'grid',
    gap: space(4),
    paddingBlock: space(6),
    [wide]: { gridTemplateColumns: 'repeat(3, 1fr)', gap: space(6), paddingBlock: space(14) },
  }),
  point: css({
    display: 'grid',
    justifyItems: 'start',
    alignContent: 'start',
    padding: space(6),
    borderRadius: '24px',
    backgroundColor: color.surface,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
    '& > svg': { color: color.accentText },
    [wide]: { padding: space(8) },
  }),
  title: css({ marginBlockStart: space(4), fontSize: size.xl, letterSpacing: '-0.02em' }),
  text: css({ marginBlockStart: space(2), color: color.soft, textWrap: 'pretty' }),
  closing: css({
    ...page,
    display: 'grid',
    justifyItems: 'center',
    gap: space(6),
    paddingBlock: `${space(12)} ${space(14)}`,
    textAlign: 'center',
    backgroundImage: `radial-gradient(50% 70% at 50% 60%, ${color.aurora1}, transparent), radial-gradient(40% 60% at 70% 40%, ${color.aurora2}, transparent)`,
  }),
  last: css({
    fontSize: 'clamp(1.75rem, 1.2rem + 2.4vw, 3rem)',
    fontFamily: `${displayStack}, sans-serif`,
    fontWeight: 700,
    letterSpacing: '-0.02em',
    lineHeight: 1.15,
  }),
};
