import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../../../', import.meta.url);

/** Errors of sockets, files and sessions, whose messages contain no user data and which an operator needs. */
const HARMLESS: readonly string[] = [
  'server/domains/chat/archive/open.ts',
  'server/domains/chat/archive/prosody/archive-import.ts',
  'server/domains/media/upload/upload.ts',
  'server/platform/database/session.ts',
  'server/platform/edge/session/stream.ts',
];

/** The arguments of each logger call. */
const CALLS = /\blog\.(?:info|warn|error|fatal)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g;

test('no log line contains the text of an error that may quote user input', () => {
  const files = readdirSync(new URL('server', ROOT), { recursive: true, encoding: 'utf8' })
    .map((name) => `server/${name}`)
    .filter((name) => name.endsWith('.ts'));
  const quoting = files.filter((name) => {
    const calls = [...readFileSync(new URL(name, ROOT), 'utf8').matchAll(CALLS)].map(([, inside = '']) => inside);
    return calls.some((inside) => /\berr(or)?\.message\b|String\(err(or)?\)/.test(inside));
  });
  expect(quoting.toSorted()).toEqual(HARMLESS);
});
