/** Colours of the gift animations. They match the gift drawings, and fit both themes and any background. */
export const ink = {
  coral: '#ff5d73',
  rose: '#ff8fb1',
  blush: '#ffc2d4',
  gold: '#ffc95c',
  cream: '#fff1d6',
  white: '#ffffff',
  violet: '#8f6bff',
  lilac: '#c9a7ff',
  blue: '#5cb8ff',
  sky: '#a9dcff',
  teal: '#43e0c8',
  green: '#3ecf8e',
  leaf: '#2f9e6e',
  orange: '#ff9b54',
  brown: '#b98a63',
  night: '#0a0f24',
  dusk: '#2a1d52',
  sea: '#2f6fd6',
} as const;
/** Name of a colour of the gift animations. */
export type Ink = keyof typeof ink;
