/**
 * The default colours of both themes. Other code names their roles, so that themes and contrasts are defined in one place; colours that are
 * the same in both themes are in `src/ui/style/tokens.ts`.
 */

/** Default colours of the dark theme, by role; a brand's theme overrides some of them. */
export const dark = {
  ground: '#0b1020',
  surface: '#111830',
  raised: '#19223f',
  hover: '#1f2a4b',
  line: '#26325a',
  edge: '#6b7bb0',
  text: '#eff2fc',
  soft: '#b3bddb',
  faint: '#8f9cc4',
  accentText: '#ff8fa0',
  onAccent: '#ffffff',
  accentFrom: '#cf3a40',
  accentTo: '#c41f66',
  accentWash: '#35203f',
  peer: '#1f2947',
  peerText: '#eff2fc',
  ownSoft: '#fff4f5',
  seen: '#a5f7d6',
  focus: '#ffb3bd',
  online: '#3fdc9b',
  busy: '#ffb84d',
  away: '#7785b3',
  danger: '#ff8a8a',
  dangerWash: '#3a1d30',
  warn: '#ffc46b',
  warnWash: '#33291f',
  silver: '#d7deef',
  silverEdge: '#8e9bbd',
  scrim: 'rgb(4 7 16 / 0.66)',
  glass: 'rgb(17 24 48 / 0.82)',
  shadow: 'rgb(2 4 12 / 0.5)',
  glow: 'rgb(226 58 92 / 0.38)',
  aurora1: 'rgb(226 66 78 / 0.26)',
  aurora2: 'rgb(88 96 226 / 0.26)',
  wash1: 'rgb(226 66 78 / 0.1)',
  wash2: 'rgb(88 96 226 / 0.16)',
} as const;

/** Default colours of the light theme, by role; a brand's theme overrides some of them. */
export const light: Record<keyof typeof dark, string> = {
  ground: '#f6f0e8',
  surface: '#fffcf8',
  raised: '#ffffff',
  hover: '#f4ece2',
  line: '#e8ddcf',
  edge: '#8c7f70',
  text: '#1b2138',
  soft: '#4d546d',
  faint: '#62677d',
  accentText: '#b81c52',
  onAccent: '#ffffff',
  accentFrom: '#cf3a40',
  accentTo: '#c41f66',
  accentWash: '#fdeaea',
  peer: '#f0e7db',
  peerText: '#1b2138',
  ownSoft: '#fff4f5',
  seen: '#a5f7d6',
  focus: '#b81c52',
  online: '#0d774e',
  busy: '#9a5c00',
  away: '#8c8394',
  danger: '#b3261e',
  dangerWash: '#fde8e6',
  warn: '#7a4b00',
  warnWash: '#fdf0d8',
  silver: '#c3cad8',
  silverEdge: '#7d869b',
  scrim: 'rgb(40 28 20 / 0.42)',
  glass: 'rgb(255 252 248 / 0.86)',
  shadow: 'rgb(92 66 40 / 0.16)',
  glow: 'rgb(217 63 84 / 0.26)',
  aurora1: 'rgb(233 110 96 / 0.22)',
  aurora2: 'rgb(120 120 232 / 0.14)',
  wash1: 'rgb(233 110 96 / 0.12)',
  wash2: 'rgb(120 120 232 / 0.1)',
};

/** Name of a colour theme that is applied to the page. */
export type ThemeName = 'dark' | 'light';
/** Name of a theme colour by its purpose, such as `text` or `ground`. */
export type Role = keyof typeof dark;
/** The CSS colours of one theme, by role. */
export type Palette = Readonly<Record<Role, string>>;
