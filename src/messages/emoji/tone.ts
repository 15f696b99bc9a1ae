import { userValue } from '../../local.ts';

/** Skin tone modifiers of Unicode (Fitzpatrick scale), from none (yellow) to dark. */
export const TONES = {
  none: '',
  light: '\u{1f3fb}',
  mediumLight: '\u{1f3fc}',
  medium: '\u{1f3fd}',
  mediumDark: '\u{1f3fe}',
  dark: '\u{1f3ff}',
} as const;
/** A skin tone of emoji; `none` is the yellow default. */
export type Tone = keyof typeof TONES;

const isTone = (name: string | null): name is Tone => name !== null && Object.hasOwn(TONES, name);

/** Skin tone that the signed-in user chose in the emoji picker; stored on this device until the sign-out. */
export const storedTone = userValue('skin-tone', (stored): Tone => (isTone(stored) ? stored : 'none'));

/**
 * Every emoji in a ZWJ sequence that takes a skin tone modifier, with its variation selector, which the modifier replaces. The
 * handshake (U+1F91D) between two people takes none.
 */
const BODY =
  /(?<!\u{200d})(\p{Emoji_Modifier_Base})\u{fe0f}?|(?<=\u{200d})(?!\u{1f91d})(\p{Emoji_Modifier_Base})\u{fe0f}?/gu;

/** Applies a skin tone to every person of an emoji. */
export const withTone = (glyph: string, tone: Tone): string =>
  tone === 'none'
    ? glyph
    : glyph.replace(BODY, (_all, first: string, next: string) => `${first ?? next}${TONES[tone]}`);

/** Returns an emoji without skin tone modifiers, to compare emoji of different tones. */
export const untoned = (glyph: string): string => glyph.replace(/[\u{1f3fb}-\u{1f3ff}]/gu, '');
