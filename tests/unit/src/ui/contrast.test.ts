import { expect, test } from 'vitest';
import { isBrandId } from '../../../../contract/brand.ts';
import { brandTheme as gemcall } from '../../../../src/brands/gemcall/theme.ts';
import { brandTheme as miravo } from '../../../../src/brands/miravo/theme.ts';
import { brandTheme as velora } from '../../../../src/brands/velora/theme.ts';
import type { Role } from '../../../../src/theme/palette.ts';
import { PORTRAIT_TONES, palettesOf } from '../../../../src/ui/style/tokens.ts';
import { BRANDS } from '../../../../tools/build/brand/choice.ts';

const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const surfaces: Role[] = ['ground', 'surface', 'raised', 'hover'];
const words: [Role, Role][] = [
  ...(['text', 'soft', 'faint', 'accentText', 'danger'] as const).flatMap((ink) =>
    surfaces.map((paper): [Role, Role] => [ink, paper]),
  ),
  ['onAccent', 'accentFrom'],
  ['onAccent', 'accentTo'],
  ['ownSoft', 'accentTo'],
  ['ownSoft', 'accentFrom'],
  ['peerText', 'peer'],
  ['soft', 'peer'],
  ['danger', 'dangerWash'],
  ['text', 'dangerWash'],
  ['warn', 'warnWash'],
  ['accentText', 'accentWash'],
  ['accentText', 'warnWash'],
  ['online', 'surface'],
  ['busy', 'surface'],
];
const controls: [Role, Role][] = [
  ['edge', 'ground'],
  ['edge', 'surface'],
  ['edge', 'raised'],
  ['focus', 'ground'],
  ['focus', 'raised'],
  ['online', 'surface'],
  ['busy', 'surface'],
  ['seen', 'accentTo'],
  ['seen', 'accentFrom'],
];

for (const [brand, look] of Object.entries({ gemcall, velora, miravo })) {
  const palettes = palettesOf(look);
  for (const theme of ['dark', 'light'] as const) {
    const palette = palettes[theme];
    test(`${brand}, ${theme}: the window has the colour of the background`, () => {
      expect(BRANDS[isBrandId(brand) ? brand : 'gemcall'].themeColour[theme]).toBe(palette.ground);
    });
    test.each(words)(`${brand}, ${theme}: %s is readable on %s`, (ink, paper) => {
      expect(contrast(palette[ink], palette[paper])).toBeGreaterThanOrEqual(4.5);
    });
    test.each(controls)(`${brand}, ${theme}: %s contrasts with %s`, (ink, paper) => {
      expect(contrast(palette[ink], palette[paper])).toBeGreaterThanOrEqual(3);
    });
  }
}

test.each(PORTRAIT_TONES)('white letters are readable on the portrait tones %s and %s', (...tones) => {
  for (const tone of tones) expect(contrast('#ffffff', tone)).toBeGreaterThanOrEqual(4.5);
});
