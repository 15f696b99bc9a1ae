import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ROOMS = ['contract', 'demo', 'server', 'src', 'sw', 'tests', 'worker'];

test('no object literal is spread into another, because the spread disables the excess property check', () => {
  const sources = ROOMS.flatMap((room) =>
    readdirSync(`${ROOT}${room}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${room}/${name}`),
  );
  expect(sources.length).toBeGreaterThan(2_000);
  expect(sources.filter((file) => /\.{3}\{/.test(readFileSync(`${ROOT}${file}`, 'utf8')))).toEqual([]);
});
