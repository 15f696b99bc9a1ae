import type { BrandTheme } from '../../theme/brand-theme.ts';
import latin from './assets/fonts/outfit-latin-700-normal.woff2?url';
import latinExt from './assets/fonts/outfit-latin-ext-700-normal.woff2?url';

const FAMILY = 'Outfit';

/** Colours, radii and fonts of the brand gemcall: ink blue, coral to rose, rounded cards. */
export const brandTheme: BrandTheme = {
  dark: {},
  light: {},
  radius: { card: '16px', field: '14px', bubble: '18px', pill: '999px' },
  display: [
    {
      family: FAMILY,
      url: latin,
      weight: 700,
      range:
        'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
    },
    {
      family: FAMILY,
      url: latinExt,
      weight: 700,
      range: 'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+1E00-1E9F,U+1EF2-1EFF',
    },
  ],
  displayWeight: 700,
};
