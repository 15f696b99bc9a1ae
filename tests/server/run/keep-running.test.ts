import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { freePort } from '../../../server/platform/prosody/ports.ts';
import { reasonIn } from '../../../tools/dev/server-process.ts';
import { superviseServer } from '../../../tools/dev/supervise-server.ts';
import { killUnderChatters } from '../../harness/browser/killing.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

test('no message is lost or duplicated when the server is killed and restarted while users chat', async () => {
  const databaseUrl = await freshDatabase(inject('postgresUrl'), 'demo');
  const { told, taken, lost, doubled } = await killUnderChatters({ kills: 2, people: 6, databaseUrl });
  expect(told).toEqual(Array(2).fill('the server ended (SIGKILL), it starts again'));
  expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 });
  expect(taken).toBeGreaterThan(6 * 4);
}, 120_000);

test('a server that hangs is killed and started again, with one line that says so', async () => {
  const DATA_DIR = temporaryFolder('hanging');
  const DATABASE_URL = await freshDatabase(inject('postgresUrl'), 'migrated');
  const env = { PORT: String(await freePort()), DATA_DIR, DATABASE_URL, DIST_DIR: '/nowhere' };
  const told: string[] = [];
  const options = { env, logFile: join(DATA_DIR, 'server.log'), hangsAfterBeats: 4 };
  const server = await superviseServer(options, (line) => told.push(line));
  const hung = server.pid();
  process.kill(hung, 'SIGSTOP');
  await expect.poll(() => [0, hung].includes(server.pid()), { timeout: 60_000 }).toBe(false);
  expect(told).toEqual(['the server ended (it hung and was killed), it starts again']);
  expect((await fetch(`http://127.0.0.1:${env.PORT}/readyz`)).status).toBeLessThan(504);
  await server.stop();
});

test('the reason of a death is the last error of its log', () => {
  const crash = 'node:events:1\n      throw er;\n\nError: read ECONNRESET\n    at TCP.onStreamRead\n\nNode.js v24\n';
  expect(reasonIn(`{"msg":"request"}\n${crash}`)).toBe('Error: read ECONNRESET');
  expect(reasonIn('{"msg":"listening"}\n\n')).toBe('{"msg":"listening"}');
  expect(reasonIn('')).toBe('no output');
});
