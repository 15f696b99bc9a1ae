import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FLOWS = readFileSync(`${ROOT}docs/flows.md`, 'utf8');
/** The most files that one has to read to follow each flow. */
const FILES_MAX: Readonly<Record<string, number>> = {
  'Send a message': 45,
  'Call, to the first charged minute': 40,
  'Buy gems': 32,
  Push: 20,
};

/** The files of the numbered list below a heading. */
const filesOf = (document: string, heading: string): string[] =>
  (document.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? '')
    .split('\n')
    .filter((line) => /^\d+\. /.test(line))
    .flatMap((line) => [...line.matchAll(/`([\w/.-]+\.tsx?)`/g)].map(([, file = '']) => file));

describe.each(Object.entries(FILES_MAX))('the flow "%s" of docs/flows.md', (heading, max) => {
  const files = filesOf(FLOWS, heading);

  test('names files that exist, each once', () => {
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((file) => !existsSync(`${ROOT}${file}`))).toEqual([]);
    expect(files.filter((file, at) => files.indexOf(file) !== at)).toEqual([]);
  });

  test(`has at most ${max} files`, () => {
    expect(files.length).toBeLessThanOrEqual(max);
  });
});

test('docs/flows.md has no other flow', () => {
  const headings = [...FLOWS.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual(Object.keys(FILES_MAX));
});

test('a file of another section is not counted', () => {
  expect(filesOf('## A\n1. `a.ts` and `b.tsx`\n`c.ts`\n## B\n1. `d.ts`\n', 'A')).toEqual(['a.ts', 'b.tsx']);
});
