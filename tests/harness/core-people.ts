import { nanoid } from 'nanoid';
import { WebSocket as Socket } from 'ws';
import { REQUEST_ID_LENGTH } from '../../contract/api/rules.ts';
import { tabLock } from '../../contract/core.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { tidOfUid } from '../../contract/ids.ts';
import type { Api } from '../../worker/api/client.ts';
import { type AccountGuard, createAccountGuard } from '../../worker/base/account-guard.ts';
import { createServerClock, type ServerClock } from '../../worker/base/clock.ts';
import { createEpoch, type Epoch } from '../../worker/base/epoch.ts';
import type { CorePart } from '../../worker/base/part.ts';
import { readSession } from '../../worker/base/session-row.ts';
import { createTabs, type Tabs } from '../../worker/base/tabs.ts';
import { createChat } from '../../worker/chat/chat.ts';
import { createHooks, type Hooks } from '../../worker/core/hooks.ts';
import { messagesInOrder } from '../../worker/db/reads/messages-in-order.ts';
import type { AppDb, ChatDb, MessageRow, NoticeDb, SessionRow } from '../../worker/db/schema.ts';
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
  /** Opens the conversation with a user, as a page does before it writes there. */
  open(to: number): Promise<void>;
  /** Resolves when the message is stored, as it does for a page. */
  say(to: number, words: string): Promise<void>;
  /** Edits the newest own text to a user, if that is possible. */
  editLast(to: number, words: string): Promise<void>;
  /** Reacts to the newest message of a conversation, if that is possible. */
  reactToLast(to: number, emoji: string): Promise<void>;
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
  /** Shows a conversation in the tab of this device, so that its messages count as read; undefined shows none. */
  watch(uid: number | undefined): Promise<void>;
  /** The edited texts and the reactions of the conversation with a user, by sender, in the order in which it shows them. */
  changesWith(uid: number): Promise<string[]>;
  /** All texts and captions of the conversation with a user as first sent, own ones too, in the order in which it shows them. */
  textsWith(uid: number): Promise<string[]>;
  unreadWith(uid: number): Promise<number>;
  close(): Promise<void>;
};

/** Without this, a simulated day of two hundred users exhausts the memory. */
const FORGET_EVERY_MS = 2_000;

/** The only tab of a simulated device. */
const TAB = 'tab';

/** Price of a rose in the catalogue. */
export const ROSE_GEMS = 10;

/** The part of a login's answer that a core needs. */
export type Account = { readonly userInfo: User & { nickName: string }; readonly componentInfo: never };
/** The databases of one device, which outlive its core. */
export type DeviceStorage = { readonly app: AppDb; readonly chat: ChatDb; readonly notice: NoticeDb };

/** Storage of a new device of this account, signed in. */
export async function emptyDevice({ userInfo: user, componentInfo }: Account): Promise<DeviceStorage> {
  const storage = { app: emptyApp(), chat: emptyChat(), notice: emptyNotice() };
  await storage.app.state.put({
    key: 'session',
    uid: user.id,
    jid: user.jid,
    role: user.role,
    vcToken: user.vcToken,
    nickName: user.nickName,
    services: componentInfo,
    status: 'active',
  });
  return storage;
}

/** A guest of the server on this port, whose core runs in this process and connects by itself. */
export async function startCorePerson(port: number): Promise<CorePerson> {
  const account = await logIn(`http://localhost:${port}`);
  const storage = await emptyDevice(account);
  const line = await startProxy(port);
  const person = await startCore({ port, account, storage, line });
  return {
    ...person,
    async close() {
      await person.close();
      await line.close();
      for (const db of Object.values(storage)) db.close();
    },
  };
}

type CoreOptions = {
  readonly port: number;
  readonly account: Account;
  readonly storage: DeviceStorage;
  readonly line: TcpProxy;
  /** The clock of the device, ms. Default: the right one. */
  readonly now?: () => number;
  /** The core's client of the API. Default: one for this account that does not use the line. */
  readonly api?: Api;
  /** Creates the parts that the core has besides connection, chat and gifts. */
  readonly addParts?: (shared: SharedPorts) => readonly CorePart[];
};

/** Storage, API client, session and clock that the parts of a core share. */
export type SharedPorts = DeviceStorage & {
  readonly api: Api;
  readonly epoch: Epoch;
  readonly guard: AccountGuard;
  readonly clock: ServerClock;
  readonly now: () => number;
  readonly tabs: Tabs;
  readonly client: { readonly os: string; readonly pkgName: string };
  readonly newId: () => string;
  readonly session: () => Promise<SessionRow | undefined>;
  readonly hooks: Hooks;
  /** Sends queued messages. */
  readonly kick: () => void;
};

/** The text or caption of a message. */
export const wordsOf = ({ payload }: MessageRow): readonly string[] =>
  payload?.kind === 'text' || payload?.kind === 'image' ? [payload.body] : [];

/** The core of an account on a device. `close` ends the core only; another one continues on its storage and line. */
export async function startCore(options: CoreOptions): Promise<CorePerson> {
  Object.assign(globalThis, { WebSocket: PageSocket });
  const { port, storage, line, now = Date.now, addParts = () => [] } = options;
  const { userInfo: user } = options.account;
  const { app, chat, notice } = storage;
  const clock = createServerClock(now);
  const epoch = createEpoch();
  const guard = createAccountGuard(app);
  const locks = fakeLocks();
  // An open tab holds its lock.
  void locks.request(tabLock(TAB), () => new Promise(() => {}));
  const tabs = createTabs(locks);
  const session = () => readSession(app);
  const newId = () => nanoid(REQUEST_ID_LENGTH);
  const client = { os: 'android', pkgName: 'app' };
  const { api = openApi(`http://localhost:${port}`, () => user) } = options;
  const talk = createChat({ app, chat, notice, epoch, guard, clock, tabs, client, newId, api });
  const gifts = createGifts({ app, api, session, now, track: () => undefined });
  const hooks = createHooks(() => parts, epoch, {
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
  const shared = { app, chat, notice, api, epoch, guard, clock, now, tabs, client, newId, session, hooks };
  const parts: readonly CorePart[] = [talk, connection, gifts, ...addParts({ ...shared, kick: talk.kick })];
  await hooks.lead();
  const row = await session();
  if (row) guard.begin(row.uid);
  if (row?.status === 'active') await hooks.signedIn(row);
  await hooks.upkeep();
  connection.allowConnection();

  const forgetting = setInterval(() => [app, chat, notice].forEach(forgetTransactions), FORGET_EVERY_MS);
  const opened = new Set<number>();
  async function open(to: number): Promise<void> {
    const thread = await talk.commands.openThread(to, `Guest ${to}`);
    if (!thread.ok) throw new Error(thread.error.code);
    opened.add(to);
  }
  const inOrder = async (uid: number) => chat.messages.where('tid').equals(tidOfUid(uid)).sortBy('date');
  return {
    uid: user.id,
    line,
    isOnline: () => isOnline,
    onlineSince: () => since,
    streams: () => ({ all, resumed }),
    open,
    async say(to, words) {
      if (!opened.has(to)) await open(to);
      const sent = await talk.commands.sendText(tidOfUid(to), words, newId());
      if (!sent.ok) throw new Error(sent.error.code);
    },
    async editLast(to, words) {
      const own = (await messagesInOrder(chat, tidOfUid(to)).toArray()).filter(
        ({ out, state, payload }) => out && state === 'success' && payload?.kind === 'text',
      );
      const last = own.at(-1);
      if (last) await talk.commands.editMessage(last.mid, words, newId());
    },
    async reactToLast(to, emoji) {
      const last = await messagesInOrder(chat, tidOfUid(to)).last();
      if (last) await talk.commands.reactToMessage(last.mid, emoji, true, newId());
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
    async watch(peer) {
      await talk.commands.watchThread(TAB, peer === undefined ? null : tidOfUid(peer));
    },
    textsWith: async (uid) => {
      const rows = await messagesInOrder(chat, tidOfUid(uid)).toArray();
      return rows.flatMap((row) => wordsOf({ ...row, ...row.edited?.original }));
    },
    async changesWith(uid) {
      const rows = await messagesInOrder(chat, tidOfUid(uid)).toArray();
      return rows.flatMap(({ payload, edited, reactions: { own, peer } = { own: [], peer: [] } }) => {
        const words = edited && payload?.kind === 'text' ? payload.body : '';
        const reacted = user.id < uid ? [own, peer] : [peer, own];
        return words !== '' || own.length + peer.length > 0 ? [JSON.stringify([words, reacted])] : [];
      });
    },
    unreadWith: async (uid) => (await chat.threads.where('tid').equals(tidOfUid(uid)).first())?.unread ?? 0,
    async give(to) {
      const op = newId();
      const order = { op, gift: 'rose', price: ROSE_GEMS, to, count: 1, where: 'chat', sid: '' } as const;
      const given = await gifts.commands.giveGift({ ...order, combo: op, ask: '', lock: '' });
      if (!given.ok) await until('the outcome of a gift', async () => (await app.giftOps.count()) === 0);
      return given.ok;
    },
    async close() {
      clearInterval(forgetting);
      guard.stop();
      await hooks.stepDown('drop');
    },
  };
}

/** Signs in as a guest, the same one for the same `openId`, and retries while the server does not answer. */
export async function logIn(url: string, openId: string = newOpenId(), device?: string): Promise<Account> {
  const body = JSON.stringify(envelope({ openId, channel: 'guest' }, undefined, device));
  let found: Account | undefined;
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
