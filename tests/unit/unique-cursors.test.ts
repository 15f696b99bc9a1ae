import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Everything that runs in a browser. */
const ROOMS = ['contract', 'worker', 'src', 'sw'];
/** Dexie and browser calls that open an IndexedDB cursor with the direction `nextunique` or `prevunique`. */
const UNIQUE = /\b(?:uniqueKeys|eachUniqueKey|distinct)\s*\(|\b(?:nextunique|prevunique)\b/;

test('no query opens a unique cursor: WebKit fails one over an empty index on disk (docs/traps.md, 45)', () => {
  const sources = ROOMS.flatMap((room) =>
    readdirSync(`${ROOT}${room}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${room}/${name}`),
  );
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter((file) => UNIQUE.test(readFileSync(`${ROOT}${file}`, 'utf8')))).toEqual([]);
});
