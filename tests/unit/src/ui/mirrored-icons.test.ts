import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Icons with a direction, which are mirrored in right-to-left text. */
const DIRECTED = ['ArrowLeft', 'ArrowRight', 'ChevronLeft', 'ChevronRight', 'SendHorizontal'];

const ROOT = new URL('../../../../src/', import.meta.url);
const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));

/** Icons that are flipped neither by their button nor by a style. */
function fixed(file: string, text: string): string[] {
  if (/'\[dir="rtl"\] &': \{ transform: 'scaleX\(-1\)' \}/.test(text)) return [];
  const uses = [...text.matchAll(new RegExp(`<(${DIRECTED.join('|')})\\b`, 'g'))];
  return uses.flatMap(({ index, 1: icon }) => {
    const around =
      text
        .slice(0, index)
        .split(/\n\s*</)
        .at(-1) ?? '';
    return /\bflip\b/.test(around) ? [] : [`${file}: ${icon}`];
  });
}

test('an arrow is mirrored in right-to-left text', () => {
  const row = (flip: string) =>
    `(\n  <IconButton label={t('back')}${flip} onClick={() => back()}>\n    <ArrowLeft />\n`;
  expect(fixed('x.tsx', row(''))).toEqual(['x.tsx: ArrowLeft']);
  expect(fixed('x.tsx', row(' flip'))).toEqual([]);
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((file) => fixed(file, readFileSync(new URL(file, ROOT), 'utf8')))).toEqual([]);
});
