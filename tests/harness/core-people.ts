import { nanoid } from 'nanoid';
import { WebSocket as Socket } from 'ws';
import { REQUEST_ID_LENGTH } from '../../contract/api/rules.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { tidOfUid } from '../../contract/ids.ts';
import type { Api } from '../../worker/api/client.ts';
import { createAccountGuard } from '../../worker/base/account-guard.ts';
import { createServerClock } from '../../worker/base/clock.ts';
import { createEpoch } from '../../worker/base/epoch.ts';
import { readSession } from '../../worker/base/session-row.ts';
import { createTabs } from '../../worker/base/tabs.ts';
import { createChat } from '../../worker/chat/chat.ts';
import { createHooks } from '../../worker/core/hooks.ts';
import { createGifts } from '../../worker/gifts/gifts.ts';
import { createConnection } from '../../worker/session/connection.ts';
import { fakeLocks } from '../unit/worker/support/locks.ts';
import { newOpenId, type User } from './api.ts';
import { envelope } from './envelope.ts';
import { openApi } from './open-api.ts';
import { emptyApp, emptyChat, emptyNotice, forgetTransactions } from './postgres/databases.ts';
import { until } from './servers/kept-server.ts';
import { startProxy, type TcpProxy } from './servers/proxy.ts';

/** Each connection gets an address of its own, as if it came from another home: behind a trusted proxy the server limits by address. */
const homeOf = (port: number) => `198.18.${Math.floor(port / 256)}.${port % 256}`;

/** A socket as a browser opens it: with the Origin header of the page, which is where the socket leads. */
class PageSocket extends Socket {
  constructor(url: string, protocols: string[]) {
    const { host, port } = new URL(url);
    const headers = { 'x-forwarded-for': homeOf(Number(port)) };
    super(url, protocols, { origin: `http://${host}`, perMessageDeflate: false, headers });
  }
}

/** The chat part of a user's core: connection, conversations and their databases, behind a TCP proxy of their own. */
export type CorePerson = {
  readonly uid: number;
  readonly line: TcpProxy;
  isOnline(): boolean;
  /** When the newest stream came up (`performance.now()`). */
  onlineSince(): number;
  /** How many streams there were, and how many of them were resumed. */
  streams(): { readonly all: number; readonly resumed: number };
  /** Resolves when the message is stored, as it does for a page. */
  say(to: number, words: string): Promise<void>;
  /** Number of messages that the server has not accepted yet. */
  waiting(): Promise<number>;
  /** Texts received from a user, in the order in which a conversation shows them. */
  heardFrom(uid: number): Promise<string[]>;
  /** State of the stream and of the archive sync, as text for failure messages. */
  memory(): Promise<string>;
  /** The distinct states of the messages sent to a user. */
  statesTo(uid: number): Promise<string[]>;
  /** Buys a rose for a user. Resolves with whether it was given, when the outcome is known. */
  give(to: number): Promise<boolean>;
  readonly api: Api;
  close(): Promise<void>;
};

/** Without this, a simulated day of two hundred users exhausts the memory. */
const FORGET_EVERY_MS = 2_000;

/** Price of a rose in the catalogue. */
export const ROSE_GEMS = 10;

/** A guest of the server on this port, whose core runs in this process and connects by itself. */
export async function startCorePerson(port: number): Promise<CorePerson> {
  Object.assign(globalThis, { WebSocket: PageSocket });
  const { userInfo: user, componentInfo } = await logIn(`http://localhost:${port}`);
  const line = await startProxy(port);
  const [app, chat, notice] = [emptyApp(), emptyChat(), emptyNotice()];
  await app.state.put({
    key: 'session',
    uid: user.id,
    jid: user.jid,
    role: user.role,
    vcToken: user.vcToken,
    nickName: user.nickName,
    services: componentInfo,
    status: 'active',
  });
  const clock = createServerClock(Date.now);
  const epoch = createEpoch();
  const guard = createAccountGuard(app);
  guard.begin(user.id);
  const tabs = createTabs(fakeLocks());
  const session = () => readSession(app);
  const newId = () => nanoid(REQUEST_ID_LENGTH);
  const client = { os: 'android', pkgName: 'app' };
  const api = openApi(`http://localhost:${port}`, () => user);
  const talk = createChat({ app, chat, notice, epoch, guard, clock, tabs, client, newId, api });
  const gifts = createGifts({ app, api, session, now: Date.now, track: () => undefined });
  const hooks = createHooks(() => [talk, connection, gifts], epoch, {
    isActingFor: (uid) => guard.current() === uid,
    onStartFailure(error) {
      throw error;
    },
  });
  let [isOnline, since, all, resumed] = [false, 0, 0, 0];
  const connection = createConnection({
    app,
    chat,
    session,
    service: () => `ws://localhost:${line.port}/xmpp-websocket`,
    async goLive(stream, row, onLost) {
      const live = await hooks.goLive(talk)(stream, row, (why) => {
        isOnline = false;
        onLost(why);
      });
      all += 1;
      if (stream.resumed) resumed += 1;
      [isOnline, since] = [true, performance.now()];
      return live;
    },
    onWake: () => undefined,
    onStorageFailure: () => undefined,
  });
  await hooks.lead();
  const row = await session();
  if (row) await hooks.signedIn(row);
  await hooks.upkeep();
  connection.allowConnection();

  const forgetting = setInterval(() => [app, chat, notice].forEach(forgetTransactions), FORGET_EVERY_MS);
  const opened = new Set<number>();
  const inOrder = async (uid: number) => chat.messages.where('tid').equals(tidOfUid(uid)).sortBy('date');
  return {
    uid: user.id,
    line,
    isOnline: () => isOnline,
    onlineSince: () => since,
    streams: () => ({ all, resumed }),
    async say(to, words) {
      if (!opened.has(to)) {
        const thread = await talk.commands.openThread(to, `Guest ${to}`);
        if (!thread.ok) throw new Error(thread.error.code);
        opened.add(to);
      }
      const sent = await talk.commands.sendText(tidOfUid(to), words, newId());
      if (!sent.ok) throw new Error(sent.error.code);
    },
    waiting: () => chat.outbox.filter(({ kind }) => kind === 'message').count(),
    async heardFrom(uid) {
      const rows = await inOrder(uid);
      return rows.flatMap(({ out, payload }) => (!out && payload?.kind === 'text' ? [payload.body] : []));
    },
    async memory() {
      const rows = await Promise.all([chat.sync.toArray(), app.state.get('connection'), chat.messages.count()]);
      return JSON.stringify({ rows, isOnline, since, all, resumed, now: performance.now(), lines: line.connections });
    },
    async statesTo(uid) {
      const rows = await inOrder(uid);
      return [...new Set(rows.flatMap(({ out, state }) => (out ? [state] : [])))];
    },
    api,
    async give(to) {
      const op = newId();
      const order = { op, gift: 'rose', price: ROSE_GEMS, to, count: 1, where: 'chat', sid: '' } as const;
      const given = await gifts.commands.giveGift({ ...order, combo: op, ask: '', lock: '' });
      if (!given.ok) await until('the outcome of a gift', async () => (await app.giftOps.count()) === 0);
      return given.ok;
    },
    async close() {
      clearInterval(forgetting);
      await hooks.stepDown('drop');
      await line.close();
      for (const db of [app, chat, notice]) db.close();
    },
  };
}

/** Signs in, and retries while the server does not answer. */
async function logIn(url: string): Promise<{ userInfo: User & { nickName: string }; componentInfo: never }> {
  const body = JSON.stringify(envelope({ openId: newOpenId(), channel: 'guest' }));
  let found: { userInfo: User & { nickName: string }; componentInfo: never } | undefined;
  await until('a login', async () => {
    found = await fetch(`${url}${endpoints.login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body,
    })
      .then((response) => response.json())
      .then(
        ({ data }) => data,
        () => undefined,
      );
    return found !== undefined;
  });
  if (!found) throw new Error('Nobody signs in');
  return found;
}
