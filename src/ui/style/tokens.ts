import { brandTheme } from '#brand/theme.ts';
import type { BrandTheme } from '../../theme/brand-theme.ts';
import { dark, light, type Palette, type Role, type ThemeName } from '../../theme/palette.ts';

/** Returns the dark and light palettes of a brand: the default colours, overridden by the brand's own. Tests read those of each brand. */
export const palettesOf = (worn: BrandTheme): Readonly<Record<ThemeName, Palette>> => ({
  dark: { ...dark, ...worn.dark },
  light: { ...light, ...worn.light },
});
/** The dark and light palettes of this build's brand. */
export const PALETTES = palettesOf(brandTheme);

/**
 * Gradients that replace a person's missing picture, chosen by `toneOf`. Letters on them are white, so each has a contrast of at
 * least 4.5:1.
 */
export const PORTRAIT_TONES = [
  ['#c2415f', '#7a2a6b'],
  ['#b3512e', '#8a2a4d'],
  ['#8a4fb8', '#4a2f86'],
  ['#4a62c4', '#2c3a86'],
  ['#1f7a8c', '#20466e'],
  ['#2f7d5b', '#1f4f5c'],
  ['#a8497a', '#5a3390'],
  ['#96602a', '#6b2f3f'],
  ['#3a6ea5', '#3d3580'],
  ['#b0455a', '#5c2f4f'],
  ['#5f6bb0', '#6d3a7c'],
  ['#7d5a3c', '#4a3358'],
] as const;

/** Colours of the current theme as CSS variables, by role: `color.text` is `var(--text)`. */
export const color = Object.fromEntries(Object.keys(dark).map((role) => [role, `var(--${role})`])) as Record<
  Role,
  string
>;

/** CSS gradient of the brand's accent colours, for primary buttons and highlights. Follows the current theme. */
export const accent = `linear-gradient(135deg, ${color.accentFrom}, ${color.accentTo})`;

/** Box shadow that outlines messages of the user when the setting `borderedTheme` is on (`data-bordered` on the root). */
export const outline = 'inset 0 0 0 1px var(--outline, transparent)';

/** Box shadow that outlines received messages: always in the light theme, in the dark one when `borderedTheme` is on. */
export const peerOutline = 'inset 0 0 0 1px var(--outline, var(--peerOutline, transparent))';

/** Font sizes: a scale with a ratio of 1.2 from 13 to 34 px, in rem so that the browser's font size applies. */
export const size = {
  xs: '0.8125rem',
  md: '1rem',
  lg: '1.1875rem',
  xl: '1.4375rem',
  xxl: '1.75rem',
  display: '2.125rem',
} as const;

/** Returns a CSS length of `steps` × 4 px, for all gaps and paddings. */
export const space = (steps: number) => `${steps * 4}px`;

/** Corner radii of this build's brand: of cards, fields, message bubbles and round shapes. */
export const { radius } = brandTheme;
/** Durations and easing of the CSS transitions of the interface. */
export const motion = { quick: '120ms', calm: '180ms', slow: '240ms', ease: 'cubic-bezier(0.2, 0.8, 0.2, 1)' } as const;

/** Media query, without `@media`, of windows of the size `xs` (product 9.4): below 600 px, as of phones. For `matchMedia`. */
export const XS = '(max-width: 599px)';
/** Media query of a large window (1,024 px): the layout changes from the phone's to the desktop's (product 9.4). */
export const wide = '@media (min-width: 1024px)';
/** Media query of a window of at least 1,280 px, in which panes get wider (product 9.4). */
export const wider = '@media (min-width: 1280px)';
/** Media query of a window of at least 1,536 px, in which panes get their largest width (product 9.4). */
export const widest = '@media (min-width: 1536px)';
/** Media query of users who prefer reduced motion, for styles that turn a motion off. */
export const stillMotion = '@media (prefers-reduced-motion: reduce)';

/** CSS font stack of body text: the system's fonts, with fallbacks for all interface languages. */
export const fontStack = [
  'system-ui',
  '-apple-system',
  "'Segoe UI'",
  'Roboto',
  "'Noto Sans'",
  "'Helvetica Neue'",
  'Arial',
  "'Noto Sans Arabic'",
  "'Geeza Pro'",
  "'Noto Sans Hebrew'",
  "'Noto Sans Devanagari'",
  "'Kohinoor Devanagari'",
  "'Noto Sans Bengali'",
  "'Kohinoor Bangla'",
].join(', ');

/** CSS font stack of headings and large text: the brand's own font first if it has one. */
export const displayStack = [...new Set(brandTheme.display.map(({ family }) => `'${family}'`)), fontStack].join(', ');

/** Fonts that precede `fontStack` in a language, because Han characters have different shapes in Japanese, Chinese and Korean. */
export const cjkStacks = {
  ja: "'Hiragino Sans', 'Yu Gothic UI', 'Noto Sans JP', 'Noto Sans CJK JP'",
  zh: "'PingFang TC', 'Microsoft JhengHei', 'Noto Sans TC', 'Noto Sans CJK TC'",
  ko: "'Apple SD Gothic Neo', 'Malgun Gothic', 'Noto Sans KR', 'Noto Sans CJK KR'",
} as const;

/** Colours of buttons and notes over the video of a call or clip, the same in both themes. */
export const onCall = {
  accept: '#137a49',
  decline: '#c4293b',
  warn: '#ffc46b',
  good: '#3fdc9b',
  poor: '#ff8a8a',
} as const;

/** Stops of the gradient over a blurred portrait (`portrait.veil`), from top to bottom: position from 0 to 1, and colour. */
const VEIL = [
  [0, 'rgb(5 8 20 / 0.5)'],
  [0.6, 'rgb(5 8 20 / 0.72)'],
  [1, 'rgb(5 8 20 / 0.9)'],
] as const;

/** Colours of text and controls over a portrait, the same in both themes. */
export const portrait = {
  ink: '#ffffff',
  onInk: '#10162b',
  soft: 'rgb(255 255 255 / 0.86)',
  foot: 'linear-gradient(to top, rgb(5 8 20 / 0.9) 0%, rgb(5 8 20 / 0.62) 26%, rgb(5 8 20 / 0.16) 48%, transparent 62%)',
  glass: 'rgb(9 13 30 / 0.62)',
  glassHover: 'rgb(9 13 30 / 0.86)',
  rim: 'rgb(255 255 255 / 0.16)',
  night: 'rgb(4 6 14 / 0.97)',
  dark: 'rgb(4 6 14)',
  /** Gradient over a blurred portrait, so that text is readable. */
  veil: `linear-gradient(to bottom, ${VEIL.map(([at, colour]) => `${colour} ${at * 100}%`).join(', ')})`,
  veilStops: VEIL,
  head: 'linear-gradient(to bottom, rgb(5 8 20 / 0.66), transparent)',
  online: '#3fdc9b',
  busy: '#ffb84d',
  away: '#aab3d0',
  liked: '#ff6b85',
  silver: 'linear-gradient(135deg, #f2f5fb, #b9c3d8)',
  onSilver: '#1c2338',
  /** Lighting effect over the tones of a person without a picture. */
  light:
    'radial-gradient(70% 50% at 68% 16%, rgb(255 255 255 / 0.3), transparent 70%), radial-gradient(46% 30% at 14% 58%, rgb(255 255 255 / 0.12), transparent 72%), conic-gradient(from 20deg at 62% 34%, rgb(255 255 255 / 0.14), transparent 22%, rgb(255 255 255 / 0.08) 38%, transparent 56%, rgb(0 0 0 / 0.16) 74%, transparent)',
} as const;

/** CSS height that the device or the window controls cover at the top of the page (safe area, Window Controls Overlay); used as padding. */
export const coveredTop = 'var(--covered)';

/**
 * Stacking order (z-index) of the whole app. The values up to `card` order elements inside a page or card; the others order layers of the
 * page.
 */
export const depth = {
  behind: -1,
  level: 0,
  above: 1,
  over: 2,
  controls: 3,
  head: 4,
  /** Over the content of a page: a suggested host, the bar that saves a profile, a gift animation. */
  card: 5,
  /** Page over another page. */
  layer: 10,
  /** Layers that fill the screen, such as a call or the clips of a person; the consent banner. */
  screen: 20,
  /** Strips over every page: the one that returns to a call, and the mini player of voice messages. */
  strip: 30,
  sheetBackdrop: 40,
  sheet: 41,
  menu: 45,
  select: 50,
  dialogBackdrop: 50,
  dialog: 51,
  toast: 60,
  /** Incoming call or request to call back: over all layers but a full-screen media viewer and the maintenance page. */
  ringing: 60,
  viewer: 70,
  maintenance: 100,
} as const;
