import { expect, inject, test } from 'vitest';
import { reasonIn } from '../../../tools/dev/server-process.ts';
import { killUnderChatters } from '../../harness/browser/killing.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';

test('no message is lost or duplicated when the server is killed and restarted while users chat', async () => {
  const databaseUrl = await freshDatabase(inject('postgresUrl'), 'demo');
  const { told, taken, lost, doubled } = await killUnderChatters({ kills: 2, people: 6, databaseUrl });
  expect(told).toEqual(Array(2).fill('the server ended (SIGKILL), it starts again'));
  expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 });
  expect(taken).toBeGreaterThan(6 * 4);
}, 120_000);

test('the reason of a death is the last error of its log', () => {
  const crash = 'node:events:1\n      throw er;\n\nError: read ECONNRESET\n    at TCP.onStreamRead\n\nNode.js v24\n';
  expect(reasonIn(`{"msg":"request"}\n${crash}`)).toBe('Error: read ECONNRESET');
  expect(reasonIn('{"msg":"listening"}\n\n')).toBe('{"msg":"listening"}');
  expect(reasonIn('')).toBe('no output');
});
