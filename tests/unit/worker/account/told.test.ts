import { expect, test, vi } from 'vitest';
import { writeHeadline } from '#contract/chat/message.ts';
import type { Payload } from '#contract/chat/payload.ts';
import { createAccount } from '../../../../worker/account/account.ts';
import { PAYLOADS } from '../../../harness/payload-samples.ts';
import { freshChat, session } from '../support/databases.ts';
import { serverOf, signedIn } from '../support/people.ts';
import { archived, carbon, HOST, ME, read, self } from '../support/stanzas.ts';

// A global of every worker.
vi.hoisted(() => void vi.stubGlobal('location', { host: 'test' }));

const refresh = (from: string) =>
  writeHeadline({
    id: 'r1',
    from,
    to: ME,
    thread: '',
    os: '',
    pkgName: '',
    nick: '',
    textAction: '',
    payload: { kind: 'attribution_refresh' },
  });

test('only the official service may request the attribution, and only in a live message', () => {
  expect(read(refresh(self.services.official))).toEqual({ kind: 'other', refresh: 'r1' });
  for (const from of [HOST, self.services.hub, self.services.gift, self.services.gate]) {
    expect(read(refresh(from))).not.toHaveProperty('refresh');
  }
  for (const wrapped of [
    archived(refresh(self.services.official)),
    carbon('received', refresh(self.services.official)),
  ])
    expect(read(wrapped)).not.toHaveProperty('refresh');
});

test('maintenance is read from the official service alone', () => {
  const told = (from: string) =>
    read(
      writeHeadline({
        id: 'm-1.soon',
        from,
        to: ME,
        thread: '',
        os: '',
        pkgName: '',
        nick: '',
        textAction: '',
        payload: PAYLOADS.maintenance[0] as Payload,
      }),
    );
  expect(told(self.services.official)).toMatchObject({ kind: 'message', payload: { kind: 'maintenance' } });
  for (const from of [HOST, self.services.hub, self.services.gate, self.services.gift]) {
    expect(told(from)).not.toHaveProperty('payload');
  }
});

/** A signed-in account at a server under maintenance. */
async function account() {
  const { app, notice, epoch, accepted, guard } = await signedIn();
  const websiteConfig = { googleClientId: '', demo: false, appDownloadInfo: {}, silverInfoConf: {} };
  const server = serverOf({ maintenanceStatus: () => ({ maintananceStatus: 2 }), websiteConfig: () => websiteConfig });
  const part = createAccount({
    app,
    notice,
    epoch,
    accepted,
    guard,
    chat: freshChat(),
    api: server.api,
    queue: { kick() {}, stop() {} } as never,
    session: async () => session,
    track() {},
    onSignedIn: async () => {},
    onSigningOut: async () => {},
  });
  return { app, part, asked: server.asked };
}

test('maintenance is stored for the banner, and the server is asked for the current state', async () => {
  const { app, part, asked } = await account();
  part.onMessage?.({ payload: PAYLOADS.maintenance[0] } as never);
  await vi.waitFor(async () => expect(await app.state.get('config')).toMatchObject({ maintenance: true }));
  expect(await app.state.get('maintenance')).toMatchObject({ id: 'm-1', state: 'planned' });
  expect(asked.map(([name]) => name)).toEqual(['maintenanceStatus', 'websiteConfig']);
  part.onMessage?.({ payload: { kind: 'text', body: 'hi' } } as never);
  part.onMessage?.({} as never);
  expect(asked).toHaveLength(2);
});

test('each attribution request counts once, however often it arrives', async () => {
  const { app, part } = await account();
  const isCounted = (asked: number, last: string) =>
    vi.waitFor(async () => expect(await app.state.get('attribution')).toMatchObject({ asked, last }));
  part.onRefreshAttribution?.('r1');
  part.onRefreshAttribution?.('r1');
  await isCounted(1, 'r1');
  part.onRefreshAttribution?.('r2');
  await isCounted(2, 'r2');
});
