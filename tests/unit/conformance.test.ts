import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/**
 * Each promise of docs/conformance.md names the files of its code, which contain every name in backticks of the promise, and is proved by
 * tests that exist, or decided otherwise in docs/decisions.md.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DOCUMENT = readFileSync(`${ROOT}docs/conformance.md`, 'utf8');
const DECISIONS = new Set(
  [...readFileSync(`${ROOT}docs/decisions.md`, 'utf8').matchAll(/^\| (.+?) +\|/gm)].map(([, name = '']) => name),
);
const HEAD = /^\| promise +\| code +\| proof +\|$/;

const texts = new Map<string, string>();
/** The text of a file; '' if there is none. */
function textOf(file: string): string {
  const text = texts.get(file) ?? (existsSync(`${ROOT}${file}`) ? readFileSync(`${ROOT}${file}`, 'utf8') : '');
  texts.set(file, text);
  return text;
}

type Promised = { readonly promise: string; readonly code: string; readonly proof: string };

/** The rows of all tables of promises. */
function rowsOf(document: string): Promised[] {
  const rows: Promised[] = [];
  let isTable = false;
  for (const line of document.split('\n')) {
    if (HEAD.test(line)) isTable = true;
    else if (!line.startsWith('|')) isTable = false;
    else if (isTable && !line.startsWith('| -')) {
      const [, promise = '', code = '', proof = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
      rows.push({ promise, code, proof: proof.replaceAll(String.raw`\|`, '|') });
    }
  }
  return rows;
}

const PROOF = /`([^`]+)` “([^”]+)”|decided: \[([^\]]+)\]\(decisions\.md\)/g;
const codesOf = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
const hasTitle = (file: string, title: string) => {
  const text = textOf(file).replaceAll(/\\(['"])/g, '$1');
  return ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`));
};

/** What is wrong with a row. */
function faultsOf({ promise, code, proof }: Promised): string[] {
  const files = codesOf(code);
  const proofs = [...proof.matchAll(PROOF)];
  return [
    ...(files.length === 0 ? ['names no code'] : []),
    ...files.filter((file) => textOf(file) === '').map((file) => `${file} does not exist`),
    ...codesOf(promise)
      .filter((name) => !files.some((file) => textOf(file).includes(name)))
      .map((name) => `${name} is not in its code`),
    ...(proofs.length === 0 || proof.replaceAll(PROOF, '').replaceAll('; ', '') !== '' ? ['has no valid proof'] : []),
    ...proofs.flatMap(([, file, title = '', decision]) => {
      if (decision !== undefined) return DECISIONS.has(decision) ? [] : [`"${decision}" is not decided`];
      return file?.startsWith('tests/') && hasTitle(file, title) ? [] : [`${file} has no test "${title}"`];
    }),
  ].map((fault) => `${promise}: ${fault}`);
}

/** Rows that the document has at least: rows are changed, not dropped. */
const ROWS_MIN = 340;

describe('docs/conformance.md', () => {
  const rows = rowsOf(DOCUMENT);

  test('has a table for each area, and each promise once', () => {
    expect(DOCUMENT.split('\n').filter((line) => HEAD.test(line))).toHaveLength(
      [...DOCUMENT.matchAll(/^## /gm)].length,
    );
    expect(rows.length).toBeGreaterThan(ROWS_MIN);
    const promises = rows.map(({ promise }) => promise);
    expect(promises.filter((promise, at) => promises.indexOf(promise) !== at)).toEqual([]);
  });

  test('names code and proof of each promise as they are', () => {
    expect(rows.flatMap(faultsOf)).toEqual([]);
  });
});

const SOUND: Promised = {
  promise: 'A table is found by `HEAD`',
  code: '`tests/unit/conformance.test.ts`',
  proof: '`tests/unit/conformance.test.ts` “a sound row has no fault”; decided: [floods end](decisions.md)',
};

test('a sound row has no fault', () => {
  expect(rowsOf(`text\n\n| promise | code  | proof |\n| - | - | - |\n| a | b | c \\| d |\n\n| x | y | z |`)).toEqual([
    { promise: 'a', code: 'b', proof: 'c | d' },
  ]);
  expect(faultsOf(SOUND)).toEqual([]);
});

test.each([
  [{ code: '' }, 'names no code'],
  [{ code: '`tests/unit/gone.ts`' }, 'tests/unit/gone.ts does not exist'],
  [{ promise: 'A flow has `ANOTHER_NAME`', code: '`tests/unit/flows.test.ts`' }, 'ANOTHER_NAME is not in its code'],
  [{ proof: '' }, 'has no valid proof'],
  [{ proof: `${SOUND.proof} and by hand` }, 'has no valid proof'],
  [{ proof: '`tests/unit/flows.test.ts` “a test that is gone”' }, 'has no test "a test that is gone"'],
  [{ proof: 'decided: [no such thing](decisions.md)' }, '"no such thing" is not decided'],
])('a row with %j is found', (change, fault) => {
  expect(faultsOf({ ...SOUND, ...change }).some((found) => found.includes(fault))).toBe(true);
});
