import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../../server/platform/database/connect.ts';
import { freePort } from '../../../server/platform/prosody/ports.ts';
import { operate } from '../../harness/operate.ts';
import { type Backend, startWholeBackend } from '../../harness/servers/backend.ts';

let backend: Backend;
let database: OpenDatabase;
let port: number;
beforeAll(async () => {
  port = await freePort();
  backend = await startWholeBackend(inject('postgresUrl'), { env: { OPERATOR_PORT: String(port) } });
  database = openDatabase(backend.pool.options.connectionString ?? '', () => undefined);
});
afterAll(async () => {
  await database?.close();
  await backend?.close();
});

test('the operator page is served on its own port and on no other', async () => {
  const own = await fetch(`http://127.0.0.1:${port}/`);
  expect([own.status, own.url]).toEqual([401, `http://127.0.0.1:${port}/operator`]);
  expect(await own.text()).toContain('<h1>Sign in</h1>');
  const ofApp = await fetch(`${backend.url}/operator`, { headers: { accept: 'text/html' } });
  expect(await ofApp.text()).not.toContain('operator');
  expect((await fetch(`http://127.0.0.1:${port}/api/login`, { method: 'POST' })).status).toBe(403);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(404);
});

test.each([
  ['lock', 'account'],
  ['revoke', undefined],
  ['delete', undefined],
])('the operator command %s ends the open streams of the account at once', async (command, what) => {
  const user = await backend.logIn(264_457_002);
  const client = await backend.connect(user);
  await operate(database.db, [command, String(user.id), ...(what ? [what] : [])], { yes: false });
  expect(client.isClosed()).toBe(false);
  await operate(database.db, [command, String(user.id), ...(what ? [what] : [])]);
  await client.closed();
  await expect(backend.connect(user)).rejects.toThrow('Login failed');
  if (command === 'lock') await operate(database.db, ['unlock', String(user.id), 'account']);
});
