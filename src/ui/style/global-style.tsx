import { css, Global } from '@emotion/react';
import { brandTheme } from '#brand/theme.ts';
import { forcedColors } from './forced-colors.ts';
import { cjkStacks, color, displayStack, fontStack, motion, PALETTES, size, stillMotion } from './tokens.ts';

const declare = (palette: Record<string, string>) =>
  Object.entries(palette)
    .map(([role, value]) => `--${role}: ${value};`)
    .join('');

const fontsFor = (stack: string) => `${stack}, ${fontStack}, sans-serif`;

const styles = css({
  '*, *::before, *::after': { boxSizing: 'border-box' },
  html: {
    height: '100%',
    backgroundColor: color.ground,
    color: color.text,
    fontFamily: `${fontStack}, sans-serif`,
    fontSize: '100%',
    lineHeight: 1.45,
    WebkitTextSizeAdjust: '100%',
    WebkitTapHighlightColor: 'transparent',
    textRendering: 'optimizeLegibility',
  },
  'html:lang(ja)': { fontFamily: fontsFor(cjkStacks.ja) },
  'html:lang(zh)': { fontFamily: fontsFor(cjkStacks.zh) },
  'html:lang(ko)': { fontFamily: fontsFor(cjkStacks.ko) },
  body: { margin: 0, minHeight: '100%', overscrollBehavior: 'none' },
  // Long German words are broken with a hyphen. Names and texts of users may be in another language.
  'html:lang(de) body': { hyphens: 'auto', hyphenateLimitChars: '12 4 4' },
  'bdi, [dir="auto"], input, textarea': { hyphens: 'manual' },
  'h1, h2, h3, p, ul, ol': { margin: 0, padding: 0 },
  // A heading may be a name of 32 wide letters without a space.
  'h1, h2, h3': { fontWeight: 700, lineHeight: 1.2, textWrap: 'balance', overflowWrap: 'anywhere' },
  'h1, h2': { fontFamily: `${displayStack}, sans-serif`, fontWeight: brandTheme.displayWeight },
  'ul, ol': { listStyle: 'none' },
  'button, input, textarea, select': { font: 'inherit', color: 'inherit', letterSpacing: 'inherit' },
  button: { cursor: 'pointer', background: 'none', border: 0, padding: 0, touchAction: 'manipulation' },
  'button:disabled, [aria-disabled="true"]': { cursor: 'default' },
  a: { color: 'inherit', textDecoration: 'none' },
  svg: { display: 'block', flexShrink: 0 },
  ':focus': { outline: 'none' },
  ':focus-visible': { outline: `2px solid ${color.focus}`, outlineOffset: '2px' },
  '::selection': { backgroundColor: color.accentTo, color: color.onAccent },
  '*': { scrollbarWidth: 'thin', scrollbarColor: `${color.line} transparent` },
  // Opaque on the first screen, of which a browser would otherwise report no paint (first-screen.ts).
  ':root[data-first]': { '--entry-opacity': '1' },
  '@keyframes appear': { from: { opacity: 'var(--entry-opacity, 0)' } },
  '@keyframes rise': { from: { opacity: 'var(--entry-opacity, 0)', transform: 'translateY(8px)' } },
  '@keyframes breathe': { '50%': { opacity: 0.45 } },
  '@keyframes turn': { to: { transform: 'rotate(1turn)' } },
  [stillMotion]: {
    '*, *::before, *::after': {
      animationDuration: '1ms !important',
      animationIterationCount: '1 !important',
      // Off and not 1 ms: with any duration, every style change of every element would run as a transition, including the first layout.
      transition: 'none !important',
    },
  },
  // During the transition between two pages, which moves the portrait, presses act on the next page.
  '::view-transition': { pointerEvents: 'none' },
  '::view-transition-group(*)': { animationDuration: motion.slow, animationTimingFunction: motion.ease },
  '::view-transition-old(portrait), ::view-transition-new(portrait)': { blockSize: '100%', objectFit: 'cover' },
  ...forcedColors,
});

const covered =
  '--covered:max(env(safe-area-inset-top,0px),calc(env(titlebar-area-y,0px) + env(titlebar-area-height,0px)))';
const lightPalette = declare(PALETTES.light);
const palettes =
  `:root{${declare(PALETTES.dark)}--ease:${motion.ease};--small:${size.xs};${covered}}:root[data-theme="light"]{${lightPalette}}` +
  // For a prerendered page, until a script has set the theme.
  `@media (prefers-color-scheme:light){:root:not([data-theme]){${lightPalette}}}`;

/** In the light theme the fill of a received message hardly differs from the background, so it has an outline. */
const peerOutline = `:root[data-theme="light"]{--peerOutline:${color.edge};}`;

/** The setting `borderedTheme` (product 3.7): higher contrast of separators, and outlines around message bubbles. */
const outlines = `:root[data-bordered]{--line:${color.edge};--outline:${color.edge};}`;

/** Japanese text is broken between phrases. Browsers that do not know the value break it between characters. */
const phrases = 'html:lang(ja) body{word-break:auto-phrase;line-break:strict}';

/** `@font-face` rules of the brand's fonts. Text is rendered in a fallback font until they are loaded. */
const faces = brandTheme.display
  .map(
    ({ family, url, weight, range }) =>
      `@font-face{font-family:'${family}';font-weight:${weight};font-display:swap;src:url(${url}) format('woff2');unicode-range:${range}}`,
  )
  .join('');

/** The global styles: fonts, both palettes, and base styles. Rendered once per page, by the app and the landing page. */
export const GlobalStyle = () => (
  <>
    <Global styles={faces} />
    <Global styles={palettes} />
    <Global styles={peerOutline} />
    <Global styles={outlines} />
    <Global styles={phrases} />
    <Global styles={styles} />
  </>
);
