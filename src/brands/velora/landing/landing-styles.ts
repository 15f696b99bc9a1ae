import { css } from '@emotion/react';
import { color, depth, displayStack, motion, size, space, wide } from '../../../ui/style/tokens.ts';

/** Joined and hanging scripts need a larger line height than Latin text. */
const airy = '&:lang(ar), &:lang(hi), &:lang(bn)';

/** Styles of the landing page of Velora. */
export const styles = {
  root: css({ position: 'relative', minBlockSize: '100dvh', overflow: 'clip', backgroundColor: color.ground }),
  top: css({ position: 'absolute', zIndex: depth.controls, insetInline: 0, insetBlockStart: 0 }),
  salon: css({
    position: 'relative',
    display: 'grid',
    minBlockSize: '100dvh',
    isolation: 'isolate',
    [wide]: { gridTemplateColumns: '1.05fr 1fr', minBlockSize: 'max(680px, 100dvh)' },
  }),
  // On a phone the text is at the bottom of the picture, on a wide screen beside it.
  frame: css({
    position: 'absolute',
    zIndex: depth.behind,
    inset: 0,
    overflow: 'hidden',
    '&::after': {
      content: '""',
      position: 'absolute',
      inset: 0,
      backgroundImage: `linear-gradient(color-mix(in srgb, ${color.ground} 72%, transparent), transparent 16%, transparent 30%, color-mix(in srgb, ${color.ground} 84%, transparent) 57%, ${color.ground} 69%)`,
    },
    [wide]: {
      position: 'relative',
      zIndex: depth.level,
      margin: `${space(26)} 0 ${space(14)} ${space(14)}`,
      marginInline: `${space(14)} 0`,
      boxShadow: `0 40px 120px ${color.glow}`,
      '&::after': { backgroundImage: 'none', boxShadow: `inset 0 0 0 1px ${color.line}` },
    },
  }),
  portrait: css({
    display: 'block',
    inlineSize: '100%',
    blockSize: '70%',
    objectFit: 'cover',
    objectPosition: '50% 20%',
    [wide]: { position: 'absolute', inset: 0, blockSize: '100%' },
  }),
  words: css({
    display: 'grid',
    alignContent: 'end',
    justifyItems: 'start',
    padding: `${space(24)} ${space(6)} calc(${space(8)} + var(--notice, 0px))`,
    animation: `appear 700ms ${motion.ease}`,
    '@media (min-width: 600px)': { paddingInline: space(10) },
    [wide]: { alignContent: 'center', padding: `${space(20)} 8% ${space(12)}` },
  }),
  headline: css({
    maxInlineSize: '9ch',
    fontSize: 'clamp(3.25rem, 1.9rem + 6vw, 7.5rem)',
    lineHeight: 0.98,
    letterSpacing: '-0.015em',
    [airy]: { lineHeight: 1.25, letterSpacing: 0, fontSize: 'clamp(2.5rem, 1.5rem + 4vw, 5rem)' },
    '&:lang(ja), &:lang(ko), &:lang(zh)': {
      lineHeight: 1.15,
      maxInlineSize: '8em',
      fontSize: 'clamp(2.5rem, 1.5rem + 4vw, 5rem)',
    },
  }),
  lead: css({
    maxInlineSize: '34ch',
    marginBlock: `${space(5)} ${space(8)}`,
    fontSize: 'clamp(1.0625rem, 0.95rem + 0.5vw, 1.375rem)',
    lineHeight: 1.5,
    color: color.soft,
    textWrap: 'pretty',
  }),
  enter: css({ minBlockSize: '56px', paddingInline: space(10), fontSize: size.lg, fontWeight: 600 }),
  again: css({
    display: 'inline-flex',
    alignItems: 'center',
    minBlockSize: '48px',
    marginBlockStart: space(2),
    color: color.soft,
    textDecoration: 'underline',
    textDecorationColor: color.edge,
    textUnderlineOffset: '5px',
    '&:hover': { color: color.text, textDecorationColor: 'currentColor' },
  }),
  rules: css({
    maxInlineSize: '1440px',
    marginInline: 'auto',
    padding: `${space(16)} ${space(6)}`,
    '@media (min-width: 600px)': { paddingInline: space(10) },
    [wide]: { padding: `${space(16)} ${space(14)}` },
  }),
  rulesTitle: css({
    fontSize: 'clamp(2rem, 1.4rem + 2.4vw, 3.5rem)',
    lineHeight: 1.1,
    marginBlockEnd: space(8),
    [airy]: { lineHeight: 1.35 },
  }),
  list: css({ display: 'grid', [wide]: { gridTemplateColumns: 'repeat(3, 1fr)', columnGap: space(12) } }),
  rule: css({
    display: 'grid',
    gridTemplateColumns: '3.25rem 1fr',
    paddingBlock: space(6),
    borderBlockStart: `1px solid ${color.line}`,
    [wide]: { display: 'block', paddingBlock: space(8) },
  }),
  numeral: css({
    gridRow: 'span 2',
    fontFamily: `${displayStack}, serif`,
    fontSize: size.xl,
    lineHeight: 1.2,
    color: color.accentText,
  }),
  ruleTitle: css({ fontSize: size.lg, fontWeight: 600, [wide]: { marginBlockStart: space(6) } }),
  text: css({ marginBlockStart: space(1.5), maxInlineSize: '36ch', color: color.soft, textWrap: 'pretty' }),
};
