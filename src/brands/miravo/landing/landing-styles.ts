import { css } from '@emotion/react';
import { pageWidth } from '../../../landing/shared/page-width.ts';
import { color, displayStack, size, space, stillMotion, wide } from '../../../ui/style/tokens.ts';

const page = pageWidth(1_440);

/** Styles of the landing page of miravo. */
export const styles = {
  root: css({
    minBlockSize: '100dvh',
    overflow: 'clip',
    backgroundColor: color.ground,
    backgroundImage: `radial-gradient(640px 520px at 82% 18%, ${color.aurora1}, transparent), radial-gradient(560px 560px at 8% 46%, ${color.aurora2}, transparent)`,
    backgroundRepeat: 'no-repeat',
  }),
  hero: css({
    ...page,
    display: 'grid',
    justifyItems: 'center',
    gap: space(6),
    paddingBlock: `${space(2)} ${space(10)}`,
    textAlign: 'center',
    [wide]: {
      gridTemplate: '"words deck" 1fr "acts deck" 1fr / 1.1fr 1fr',
      justifyItems: 'start',
      columnGap: space(10),
      rowGap: space(8),
      minBlockSize: 'max(620px, calc(100dvh - 190px))',
      textAlign: 'start',
    },
  }),
  words: css({ [wide]: { gridArea: 'words', alignSelf: 'end' } }),
  headline: css({
    fontSize: 'clamp(2.375rem, 1.3rem + 4.6vw, 5.75rem)',
    lineHeight: 1.02,
    letterSpacing: '-0.02em',
    '&:lang(ar), &:lang(hi), &:lang(bn)': { letterSpacing: 0, lineHeight: 1.25 },
  }),
  lead: css({
    maxInlineSize: '38ch',
    marginInline: 'auto',
    marginBlockStart: space(3),
    fontSize: 'clamp(1rem, 0.9rem + 0.5vw, 1.3125rem)',
    color: color.soft,
    textWrap: 'balance',
    [wide]: { marginInline: 0, marginBlockStart: space(5) },
  }),
  deck: css({ inlineSize: '100%', [wide]: { gridArea: 'deck', alignSelf: 'center' } }),
  acts: css({
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'center',
    gap: space(3),
    [wide]: { gridArea: 'acts', alignSelf: 'start', justifyContent: 'start' },
  }),
  start: css({ minBlockSize: '56px', paddingInline: space(9), fontSize: size.lg, fontWeight: 700 }),
  band: css({ overflow: 'hidden', paddingBlock: space(6) }),
  // Wider than the page, because it is rotated.
  ribbon: css({
    marginInline: '-4%',
    rotate: '-1.5deg',
    paddingBlock: space(4),
    backgroundColor: color.accentTo,
    color: color.onAccent,
    direction: 'ltr',
  }),
  run: css({
    display: 'flex',
    gap: space(12),
    inlineSize: 'max-content',
    paddingInlineStart: space(12),
    fontFamily: `${displayStack}, sans-serif`,
    fontSize: 'clamp(1.25rem, 1rem + 1.2vw, 2rem)',
    fontWeight: 600,
    whiteSpace: 'nowrap',
    // Two equal halves: moved by one half, the loop restarts without a visible jump.
    '@keyframes run': { to: { transform: 'translateX(-50%)' } },
    animation: 'run 40s linear infinite',
    [stillMotion]: { animation: 'none' },
  }),
  steps: css({
    ...page,
    display: 'grid',
    gap: space(4),
    paddingBlock: `${space(12)} ${space(8)}`,
    [wide]: { gridTemplateColumns: 'repeat(3, 1fr)', gap: space(6), paddingBlock: `${space(20)} ${space(14)}` },
  }),
  step: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(5),
    padding: `${space(5)} ${space(6)}`,
    borderRadius: '44px',
    backgroundColor: color.surface,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
  }),
  number: css({
    display: 'grid',
    placeItems: 'center',
    flexShrink: 0,
    inlineSize: '64px',
    blockSize: '64px',
    borderRadius: '50%',
    backgroundColor: color.accentWash,
    color: color.accentText,
    fontFamily: `${displayStack}, sans-serif`,
    fontSize: size.xxl,
    fontWeight: 600,
  }),
  title: css({ fontSize: size.xl }),
  text: css({ marginBlockStart: space(1), color: color.soft, textWrap: 'pretty' }),
};
