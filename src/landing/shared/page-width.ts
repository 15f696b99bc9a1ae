import { space } from '../../ui/tokens.ts';

/** A column in the middle of the page, at most this wide, with more air on wider screens. */
export const pageWidth = (maxPx: number) => ({
  inlineSize: '100%',
  maxInlineSize: `${maxPx}px`,
  marginInline: 'auto',
  paddingInline: space(5),
  '@media (min-width: 600px)': { paddingInline: space(8) },
  '@media (min-width: 1280px)': { paddingInline: space(14) },
});
