import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fillIn, readBlocks } from '../deploy/manual.ts';

const MANUAL = readFileSync(fileURLToPath(new URL('../../docs/operating.md', import.meta.url)), 'utf8');
const FENCE = '```';
const page = (marker: string, commands: string) => `Do:\n\n${marker}\n${FENCE}sh\n${commands}\n${FENCE}\n`;

/** The shell blocks that neither a test runs nor a reason excuses. */
const unmarked = (markdown: string) =>
  readBlocks(markdown).flatMap(({ line, name, untested }) =>
    name === undefined && untested === undefined ? line : [],
  );

test('every shell block of the manual is followed by a test or says why not', () => {
  expect(readBlocks(MANUAL).length).toBeGreaterThan(15);
  expect(unmarked(MANUAL)).toEqual([]);
  const languages = MANUAL.split('\n').filter((line, at, lines) => line === FENCE && lines[at - 1] === '');
  expect(languages, 'blocks without a language').toEqual([]);
});

test('every tested block of the manual has a name of its own', () => {
  const names = readBlocks(MANUAL).flatMap(({ name }) => name ?? []);
  expect(names).toEqual([...new Set(names)]);
});

test('a shell block without a marker, or with another text above it, is found', () => {
  expect(unmarked(page('<!-- tested: install -->', 'true'))).toEqual([]);
  expect(unmarked(page('<!-- not tested: needs a moon -->', 'true'))).toEqual([]);
  expect(unmarked(page('Install:', 'true'))).toEqual([4]);
  expect(unmarked(page('<!-- not tested: -->', 'true'))).toEqual([4]);
});

test('a placeholder of a block has to be given, and nothing else', () => {
  const [block] = readBlocks(page('<!-- tested: clone -->', 'git clone <address> "<new machine>:" << END'));
  if (!block) throw new Error('no block');
  expect(fillIn(block, { address: '/srv', 'new machine': 'moon' })).toBe('git clone /srv "moon:" << END');
  expect(() => fillIn(block, { address: '/srv' })).toThrow('<new machine> is not given');
  expect(() => fillIn(block, { address: '/srv', 'new machine': 'moon', password: 'x' })).toThrow('has no <password>');
});
