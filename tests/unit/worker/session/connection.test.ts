import { expect, test, vi } from 'vitest';
import { createConnection } from '../../../../worker/session/connection.ts';
import { freshApp, freshChat } from '../support/databases.ts';

test('a starting core replaces a stored connected state by connecting, and keeps a failed one', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  const app = freshApp();
  const connection = createConnection({
    app,
    chat: freshChat(),
    session: async () => undefined,
    service: () => '',
    goLive: () => Promise.reject(new Error('no stream of this test comes up')),
    onWake: () => undefined,
    onStorageFailure: () => undefined,
  });
  await app.state.put({ key: 'connection', state: 'connected', since: 1, online: true, nextTryAt: 0, error: '' });
  await connection.onLead?.();
  expect(await app.state.get('connection')).toMatchObject({ state: 'connecting' });
  await app.state.put({ key: 'connection', state: 'conn-fail', since: 1, online: true, nextTryAt: 0, error: 'x' });
  await connection.onLead?.();
  expect(await app.state.get('connection')).toMatchObject({ state: 'conn-fail', since: 1 });
  vi.unstubAllGlobals();
});
