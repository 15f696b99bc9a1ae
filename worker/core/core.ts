import { nanoid } from 'nanoid';
import { config as brand } from '#brand/config.ts';
import { REQUEST_ID_LENGTH } from '#contract/api/rules.ts';
import { hostsOf } from '#contract/brand.ts';
import { CORE_CHANNEL, type CoreApi } from '#contract/core.ts';
import { ok } from '#contract/result.ts';
import { createAccountCommands } from '../account/commands.ts';
import { clientInfo, describeDevice, platformOf } from '../account/device.ts';
import { createEpoch } from '../account/epoch.ts';
import { createProfileCommands } from '../account/profile.ts';
import { expire, ownerOf, readSession as sessionOf } from '../account/session.ts';
import { readSettings, watchSettings } from '../account/settings.ts';
import { wipeTalk } from '../account/wipe.ts';
import { createApi } from '../api/client.ts';
import { createApiQueue } from '../api/queue.ts';
import { createCalls } from '../calls/calls.ts';
import { clearMessages } from '../chat/clear.ts';
import { createChatCommands } from '../chat/commands.ts';
import { createKeeper } from '../chat/keep.ts';
import { welcome } from '../chat/official.ts';
import type { Outbox } from '../chat/outbox.ts';
import { readAgain } from '../chat/read-again.ts';
import { app, chat, notice } from '../db/open.ts';
import type { SessionRow, StreamRow } from '../db/schema.ts';
import { createPeople } from '../people/people.ts';
import { connectionRow } from '../session/connection-row.ts';
import { goLive } from '../session/live.ts';
import { createSession } from '../session/runner.ts';
import { createServerClock } from './clock.ts';
import { guardCommands } from './guard.ts';
import { createLeadership } from './leadership.ts';
import { createTabs } from './tabs.ts';

/** Where this build's brand has its API and its chat socket (product 3.10). */
const hosts = hostsOf(brand, import.meta.env.MODE);
const ownChatSocket = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}`;

type Attached = { readonly instance: string; readonly build: number };
export type Core = {
  readonly commands: CoreApi;
  /** `quiet`: the tab is on a payment page, for whose sake alone no chat connection is started (product 2.2). */
  readonly attach: (tabId: string, quiet: boolean) => Promise<Attached>;
};

/** Builds the core of this worker. It does nothing until it leads. */
export function createCore(build: number): Core {
  const instance = nanoid();
  const clock = createServerClock(Date.now);
  const tabs = createTabs(
    navigator.locks,
    () => people.watch.changed(),
    (tab) => calls.tabGone(tab),
  );
  const newId = () => nanoid(REQUEST_ID_LENGTH);
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  let outbox: Outbox | undefined;
  const keeper = createKeeper({
    chat,
    now: clock.now,
    every: (ms, run) => void setInterval(run, ms),
    onFailure: (error) => console.warn('could not clear old messages', error),
  });
  const settings = watchSettings(app, ({ keepDays }) => keeper.choose(keepDays));

  const epoch = createEpoch();
  const readSession = () => sessionOf(app);
  const activeSession = async () => {
    const row = await readSession();
    return row?.status === 'active' ? row : undefined;
  };
  const api = createApi({
    baseUrl: hosts.api,
    fetch: (...args) => fetch(...args),
    device: () => describeDevice(app),
    client: clientInfo,
    async user() {
      const row = await readSession();
      return row ? { id: row.uid, jid: row.jid, vcToken: row.vcToken, role: row.role } : null;
    },
    onServerTime: clock.learn,
    pause,
    log: (line) => console.warn(line),
  });
  // The server will never take it: show what is true there instead of what was hoped for here.
  const queue = createApiQueue(
    app,
    api,
    (row, error) => people.disappointed(row, error),
    (row) => people.taken(row),
  );
  const people = createPeople({
    ...{ app, notice, epoch, api, queue, session: readSession, tabs, now: clock.now },
    apiUrl: hosts.api,
  });
  const client = { os: platformOf(navigator.userAgent), pkgName: clientInfo.pkgName };
  const chatCommands = createChatCommands({
    ...{ chat, app, epoch, session: readSession, clock, tabs, client, newId },
    kick: () => outbox?.kick(),
  });
  const calls = createCalls({
    ...{ app, chat, api, queue, session: readSession, tabs, now: clock.now, newId, client },
    kick: () => outbox?.kick(),
    met: (uid) => people.met(uid),
    async say(uid, nickName, words) {
      const thread = await chatCommands.openThread(uid, nickName);
      if (thread.ok) await chatCommands.sendText(thread.value.tid, words, newId());
    },
  });

  const session = createSession({
    async dialOptions() {
      const row = await activeSession();
      if (!row) return undefined;
      const resume = (await chat.sync.get('stream')) as StreamRow | undefined;
      return {
        service: `${hosts.chatSocket || ownChatSocket()}/xmpp-websocket`,
        domain: row.services.domain,
        username: row.jid.slice(0, row.jid.indexOf('@')),
        password: row.vcToken,
        resume: resume && { id: resume.id, inbound: resume.inbound, jid: resume.jid },
      };
    },
    async goLive(stream, onLost) {
      const row = await readSession();
      if (!row) throw new TypeError('A stream came up without a session');
      calls.expect(row, stream.jid);
      const live = await goLive(stream, {
        chat,
        app,
        session: row,
        clock,
        tabs,
        newId,
        tellsRead: () => settings.now().readReceipt,
        onLost(why) {
          calls.down();
          onLost(why);
        },
        onStorageFailure: (error) => console.warn('could not store what arrived', error),
        onPush: (stanza) => calls.take(stanza) || people.take(stanza),
        onMessage: calls.heard,
        onRefused: calls.refused,
      });
      outbox = live.outbox;
      people.over(live);
      calls.over(live.request, stream.resumed);
      queue.kick();
      return live;
    },
    onState(state, nextTryInMs) {
      const row = connectionRow(state, nextTryInMs, Date.now(), navigator.onLine);
      if (row.error) console.warn(`chat login: ${row.error}`);
      app.state.put(row).catch(() => {});
    },
    onTokenRefused: (token) => expire(app, token),
  });

  /** Only payment pages are open so far. */
  let quiet = true;
  let signedIn = false;
  function dial(): void {
    if (signedIn && !quiet) session.dispatch({ type: 'signed-in' });
  }
  function beHeard(): void {
    if (!quiet) return;
    quiet = false;
    dial();
  }

  async function start(row: SessionRow): Promise<void> {
    const still = epoch.hold();
    await welcome(chat, row, clock.now(), still);
    await calls.start();
    // Signed out while it was begun.
    if (!still()) return;
    signedIn = true;
    dial();
    people.signedIn();
    queue.kick();
    people.start();
  }

  const commands: CoreApi = {
    ...chatCommands,
    ...calls.commands,
    ...createAccountCommands({
      ...{ chat, app, notice, api, queue, epoch, session: readSession },
      onSignedIn: start,
      onSigningOut: async () => {
        signedIn = false;
        await calls.leave();
        await session.end('leave');
        people.leave();
      },
    }),
    ...createProfileCommands({ app, queue, session: readSession }),
    ...people.commands,
    async clearMessages(tid) {
      await clearMessages(chat, tid);
      return ok(null);
    },
    async wake(why) {
      beHeard();
      session.dispatch({ type: 'wake' });
      if (why !== 'visible') {
        queue.kick();
        people.start();
      }
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
      await keeper.lead((await readSettings(app)).keepDays);
      const row = await activeSession();
      if (row) return start(row);
      // A worker that died while somebody signed out may have left something lying.
      if ((await ownerOf(app)) === undefined) await wipeTalk({ chat, notice });
      queue.kick();
    },
    onFailure: (error) => console.warn('the core did not start whole', error),
    whenFree: calls.free,
    async onStepDown() {
      settings.stop();
      keeper.stepDown();
      queue.stop();
      people.stepDown();
      epoch.end();
      await session.end('drop');
    },
  });

  return {
    commands: guardCommands(commands, leadership),
    async attach(tabId, isQuiet) {
      tabs.attach(tabId);
      if (!isQuiet) beHeard();
      // One that waits in line behind another would take commands that only the other can run.
      await leadership.decided;
      return { instance, build };
    },
  };
}
