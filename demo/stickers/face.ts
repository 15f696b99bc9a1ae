import { GOLD, heart, oval, star, WATER } from './forms.ts';
import { ink, join, moved, type Part, type Point, patch } from './picture.ts';

/** Colours of the face of a sticker character: dark lines, and the glow at the lower edge of the pupils. */
export interface Tone {
  readonly dark: string;
  readonly glow: string;
}

/** Shape of an eye of a sticker character. */
export type Eye = 'open' | 'wet' | 'half' | 'glare' | 'happy' | 'closed' | 'wince' | 'heart' | 'star' | 'wide';

/** One eye around 0 0, as the right one of the picture; the left is its mirror except for the lights. */
function eye(kind: Eye, tone: Tone, [dx, dy]: Point, side: -1 | 1): Part {
  const pupil = (rx: number, ry: number) =>
    join(patch(oval(0, 0, rx, ry), tone.dark), patch(oval(0, ry * 0.5, rx * 0.68, ry * 0.42), tone.glow, 0.75));
  const lights = (big: number, x = -4, y = -7) =>
    join(
      patch(oval(x + dx, y + dy, big, big * 1.1), '#fff'),
      patch(oval(5 + dx * 0.6, 6 + dy * 0.4, big * 0.5), '#fff'),
    );
  switch (kind) {
    case 'open':
      return join(pupil(14, 18), lights(5.6));
    case 'wet':
      return join(
        pupil(16, 19),
        lights(7.4, -4, -7),
        patch(oval(6, 6, 4.5), '#fff'),
        patch('M-14 10Q0 2 14 10Q8 21 0 20Q-8 21 -14 10Z', WATER, 0.75),
      );
    case 'half':
      return join(
        patch('M-15 -3Q0 -7 15 -3C15 10 9 17 0 17C-9 17 -15 10 -15 -3Z', tone.dark),
        patch(oval(0, 9, 9, 6), tone.glow, 0.75),
        patch(oval(-5 + dx, 4 + dy, 4.4), '#fff'),
        ink('M-18 -2Q0 -9 18 -2', tone.dark, 6.5),
      );
    case 'glare':
      return moved(
        `scale(${side} 1)`,
        patch('M-15 2L15 -12C16 8 10 18 0 18C-10 18 -15 12 -15 2Z', tone.dark),
        patch(oval(1, 10, 9, 6), tone.glow, 0.8),
        patch(oval(3 * side, 1, 4.4), '#fff'),
        ink('M-19 1L19 -17', tone.dark, 9),
      );
    case 'happy':
      return ink('M-16 6Q0 -18 16 6', tone.dark, 7.5);
    case 'closed':
      return ink('M-16 -2Q0 14 16 -2', tone.dark, 7);
    case 'wince':
      return moved(`scale(${side} 1)`, ink('M14 -13L-12 0L14 12', tone.dark, 7.5));
    case 'heart':
      return join(
        patch(heart(0, 1, 21), '#fff'),
        patch(heart(0, 1, 17.5), '#f0184f'),
        patch(oval(-8, -6, 4.4, 3.4), '#fff', 0.9),
      );
    case 'star':
      return join(
        patch(oval(0, 0, 18, 20), tone.dark),
        patch(star(0, 1, 13.5), GOLD),
        patch(oval(-6, -9, 3.6), '#fff'),
      );
    case 'wide':
      return join(
        patch(oval(0, 0, 17, 19), '#fff'),
        ink(oval(0, 0, 17, 19), tone.dark, 4.5),
        patch(oval(dx, dy, 8, 9), tone.dark),
        patch(oval(dx - 2.5, dy - 3, 2.8), '#fff'),
      );
  }
}

/** Scale of the eyes, which are drawn at 1: the smallest at which they are readable at 80 px. */
const SIZE = 1.14;

/** Draws both eyes, each `gap` px from the middle; `look` moves their lights or pupils. */
export function eyes(left: Eye, right: Eye, tone: Tone, gap: number, y: number, look: Point = [0, 0]): Part {
  const at = (kind: Eye, side: -1 | 1) =>
    moved(`translate(${gap * side} ${y}) scale(${SIZE})`, eye(kind, tone, look, side));
  return join(at(left, -1), at(right, 1));
}

/** Shape of the mouth of a sticker character. */
export type Mouth =
  | 'smile'
  | 'open'
  | 'laugh'
  | 'wail'
  | 'yawn'
  | 'gasp'
  | 'frown'
  | 'wavy'
  | 'teeth'
  | 'kiss'
  | 'smirk'
  | 'flat'
  | 'cat'
  | 'catOpen';

/** Draws a mouth around 0 0, the middle of the lips. */
export function mouth(kind: Mouth, { dark }: Tone): Part {
  const inside = (d: string, tongue: string) => join(patch(d, '#7d1030'), patch(tongue, '#ff7f93'), ink(d, dark, 5.5));
  switch (kind) {
    case 'smile':
      return ink('M-15 -4Q0 12 15 -4', dark, 6.5);
    case 'open':
      return inside('M-21 -7Q0 -1 21 -7Q20 20 0 20Q-20 20 -21 -7Z', 'M-13 12Q0 2 13 12Q8 19 0 19Q-8 19 -13 12Z');
    case 'laugh':
      return join(
        inside('M-31 -10Q0 -4 31 -10Q28 29 0 29Q-28 29 -31 -10Z', 'M-19 18Q0 6 19 18Q12 28 0 28Q-12 28 -19 18Z'),
        patch('M-24 -6Q0 -1 24 -6L22 1Q0 6 -22 1Z', '#fff'),
      );
    case 'wail':
      return inside(
        'M-22 18Q-26 -10 0 -10Q26 -10 22 18Q11 11 0 15Q-11 11 -22 18Z',
        'M-14 13Q-8 2 0 7Q8 2 14 13Q6 11 0 14Q-6 11 -14 13Z',
      );
    case 'yawn':
      return inside(
        'M0 -16C18 -16 20 4 17 14C13 27 -13 27 -17 14C-20 4 -18 -16 0 -16Z',
        'M-12 15Q0 4 12 15Q6 23 0 23Q-6 23 -12 15Z',
      );
    case 'gasp':
      return inside(oval(0, 6, 12, 15), 'M-8 13Q0 6 8 13Q4 19 0 19Q-4 19 -8 13Z');
    case 'frown':
      return ink('M-15 7Q0 -9 15 7', dark, 6.5);
    case 'wavy':
      return ink('M-20 3Q-13 -7 -7 2T7 2T20 -1', dark, 6);
    case 'teeth':
      return join(
        patch('M-25 12Q-27 -8 0 -8Q27 -8 25 12Q0 4 -25 12Z', '#fff'),
        ink('M-12 -6V8M0 -8V7M12 -6V8', dark, 3.5),
        ink('M-25 12Q-27 -8 0 -8Q27 -8 25 12Q0 4 -25 12Z', dark, 6),
      );
    case 'kiss':
      return join(
        patch('M-4 -11Q17 -12 10 1Q18 14 -4 13Q3 1 -4 -11Z', '#ff5c7c'),
        ink('M-4 -11Q17 -12 9 1Q18 14 -4 13', dark, 6),
      );
    case 'smirk':
      return ink('M-14 4Q2 7 15 -5', dark, 6.5);
    case 'flat':
      return ink('M-13 4Q0 1 13 4', dark, 6.5);
    case 'cat':
      return ink('M-18 -2Q-10 10 0 -1Q10 10 18 -2', dark, 6);
    case 'catOpen':
      return join(
        inside('M-15 3Q-7 6 0 0Q7 6 15 3Q14 25 0 25Q-14 25 -15 3Z', 'M-10 18Q0 8 10 18Q6 24 0 24Q-6 24 -10 18Z'),
        ink('M-21 -3Q-12 9 0 -1Q12 9 21 -3', dark, 5.5),
      );
  }
}

/** Draws blushed cheeks, each `gap` px from the middle. */
export const cheeks = (gap: number, y: number, rx = 13, ry = 8, colour = '#ff3d6e', opacity = 0.55): Part =>
  patch(oval(-gap, y, rx, ry) + oval(gap, y, rx, ry), colour, opacity);

/** Draws eyebrows, each `gap` px from the middle. `tilt` px: above 0 the inner ends go down (anger), below 0 up (sorrow). */
export const brows = (gap: number, y: number, tilt: number, { dark }: Tone, half = 15, width = 6.5): Part =>
  ink(
    `M${gap - half} ${y + tilt}L${gap + half} ${y - tilt}M${-gap + half} ${y + tilt}L${-gap - half} ${y - tilt}`,
    dark,
    width,
  );
