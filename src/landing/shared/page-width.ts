import { space } from '../../ui/style/tokens.ts';

/** Returns the styles of a centred column of the landing page, with a maximum width and margins that grow with the screen. */
export const pageWidth = (maxPx: number) => ({
  inlineSize: '100%',
  maxInlineSize: `${maxPx}px`,
  marginInline: 'auto',
  paddingInline: space(5),
  '@media (min-width: 600px)': { paddingInline: space(8) },
  '@media (min-width: 1280px)': { paddingInline: space(14) },
});
