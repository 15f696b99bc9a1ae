import { nanoid } from 'nanoid';
import { CORE_CHANNEL, type CoreApi } from '#contract/core.ts';
import { ok } from '#contract/result.ts';
import { REQUEST_ID_LENGTH } from '#contract/rules.ts';
import { createAccountCommands } from '../account/commands.ts';
import { clientInfo, describeDevice, platformOf } from '../account/device.ts';
import { refreshAccount } from '../account/refresh.ts';
import { createApi } from '../api/client.ts';
import { createApiQueue } from '../api/queue.ts';
import { createChatCommands } from '../chat/commands.ts';
import { welcome } from '../chat/official.ts';
import type { Outbox } from '../chat/outbox.ts';
import { readAgain } from '../chat/read-again.ts';
import { app, chat, notice } from '../db/open.ts';
import type { SessionRow, StreamRow } from '../db/schema.ts';
import { goLive } from '../session/live.ts';
import { createSession } from '../session/runner.ts';
import { createServerClock } from './clock.ts';
import { guardCommands } from './guard.ts';
import { createLeadership } from './leadership.ts';
import { createTabs } from './tabs.ts';

type Attached = { readonly instance: string; readonly build: number };
export type Core = {
  readonly commands: CoreApi;
  readonly attach: (tabId: string) => Promise<Attached>;
};

/** Builds the core of this worker. It does nothing until it leads. */
export function createCore(build: number): Core {
  const instance = nanoid();
  const clock = createServerClock(Date.now);
  const tabs = createTabs(navigator.locks);
  const newId = () => nanoid(REQUEST_ID_LENGTH);
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  let outbox: Outbox | undefined;

  const readSession = async () => (await app.state.get('session')) as SessionRow | undefined;
  const activeSession = async () => {
    const row = await readSession();
    return row?.status === 'active' ? row : undefined;
  };
  const api = createApi({
    baseUrl: '',
    fetch: (...args) => fetch(...args),
    device: () => describeDevice(app),
    client: clientInfo,
    async user() {
      const row = await readSession();
      return row ? { id: row.uid, jid: row.jid, vcToken: row.vcToken, role: row.role } : null;
    },
    onServerTime: clock.learn,
    pause,
  });
  const queue = createApiQueue(app, api, async (row) => {
    // The server will never take it: show what is true there instead of what was hoped for here.
    if (row.endpoint === 'updateProfile') await refreshAccount(app, api);
  });

  const session = createSession({
    async dialOptions() {
      const row = await activeSession();
      if (!row) return undefined;
      const resume = (await chat.sync.get('stream')) as StreamRow | undefined;
      return {
        service: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/xmpp-websocket`,
        domain: row.services.domain,
        username: row.jid.slice(0, row.jid.indexOf('@')),
        password: row.vcToken,
        resume: resume && { id: resume.id, inbound: resume.inbound, jid: resume.jid },
      };
    },
    async goLive(stream, onLost) {
      const row = await readSession();
      if (!row) throw new TypeError('A stream came up without a session');
      const live = await goLive(stream, {
        chat,
        app,
        session: row,
        clock,
        tabs,
        newId,
        onLost,
        onStorageFailure: (error) => console.warn('could not store what arrived', error),
      });
      outbox = live.outbox;
      queue.kick();
      return live;
    },
    onState(state, nextTryInMs) {
      const now = Date.now();
      const nextTryAt = nextTryInMs > 0 ? now + nextTryInMs : 0;
      app.state.put({ key: 'connection', state, since: now, online: navigator.onLine, nextTryAt }).catch(() => {});
    },
    async onTokenRefused() {
      const row = await readSession();
      if (row) await app.state.put({ ...row, status: 'expired' });
    },
  });

  async function start(row: SessionRow): Promise<void> {
    await welcome(chat, row, clock.now());
    session.dispatch({ type: 'signed-in' });
    void refreshAccount(app, api);
    queue.kick();
  }

  const commands: CoreApi = {
    ...createChatCommands({
      chat,
      app,
      session: readSession,
      clock,
      tabs,
      client: { os: platformOf(navigator.userAgent), pkgName: clientInfo.pkgName },
      newId,
      kick: () => outbox?.kick(),
    }),
    ...createAccountCommands({
      chat,
      app,
      notice,
      api,
      queue,
      session: readSession,
      onSignedIn: start,
      onSigningOut: () => session.end('leave'),
    }),
    async wake(why) {
      session.dispatch({ type: 'wake' });
      if (why !== 'visible') queue.kick();
      return ok(null);
    },
  };

  const leadership = createLeadership({
    build,
    instance,
    locks: navigator.locks,
    channel: new BroadcastChannel(CORE_CHANNEL),
    async onLead() {
      await app.state.put({ key: 'build', build });
      await readAgain(chat);
      const row = await activeSession();
      if (row) await start(row);
      else queue.kick();
    },
    onFailure: (error) => console.warn('the core did not start whole', error),
    async onStepDown() {
      queue.stop();
      await session.end('drop');
    },
  });

  return {
    commands: guardCommands(commands, leadership),
    async attach(tabId) {
      tabs.attach(tabId);
      await leadership.alive;
      return { instance, build };
    },
  };
}
