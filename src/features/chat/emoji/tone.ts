import { localValue } from '../../../local.ts';

/** Colours of skin as Unicode has them, from none (yellow) to dark. */
export const TONES = {
  none: '',
  light: '\u{1f3fb}',
  mediumLight: '\u{1f3fc}',
  medium: '\u{1f3fd}',
  mediumDark: '\u{1f3fe}',
  dark: '\u{1f3ff}',
} as const;
export type Tone = keyof typeof TONES;

const isTone = (name: string | null): name is Tone => name !== null && Object.hasOwn(TONES, name);

/** The choice lasts on this device. */
export const keptTone = localValue('skin-tone', (stored): Tone => (isTone(stored) ? stored : 'none'));

/** Takes the place of the sign that asks for a coloured picture. The hands that two people hold have no colour of their own. */
const BODY =
  /(?<!\u{200d})(\p{Emoji_Modifier_Base})\u{fe0f}?|(?<=\u{200d})(?!\u{1f91d})(\p{Emoji_Modifier_Base})\u{fe0f}?/gu;

/** An emoji of people in a colour of skin: each of them in the same one. */
export const withTone = (glyph: string, tone: Tone): string =>
  tone === 'none'
    ? glyph
    : glyph.replace(BODY, (_all, first: string, next: string) => `${first ?? next}${TONES[tone]}`);

export const untoned = (glyph: string): string => glyph.replace(/[\u{1f3fb}-\u{1f3ff}]/gu, '');
