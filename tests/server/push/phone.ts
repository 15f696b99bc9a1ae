import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { vi } from 'vitest';
import { createServerClock } from '../../../worker/base/clock.ts';
import { createEpoch } from '../../../worker/base/epoch.ts';
import { readSession } from '../../../worker/base/session-row.ts';
import { createTabs } from '../../../worker/base/tabs.ts';
import { createChatCommands } from '../../../worker/chat/commands.ts';
import { type AppDb, type ChatDb, openAppDb, openChatDb, type SessionRow } from '../../../worker/db/schema.ts';
import { createBrief, type RunBrief } from '../../../worker/push/brief.ts';
import { createNotificationActions, type NotificationActions } from '../../../worker/push/notification-actions.ts';
import type { User } from '../../harness/api.ts';
import { DOMAIN } from '../../harness/servers/xmpp-server.ts';
import { air } from '../../unit/worker/support/air.ts';
import { fakeLocks } from '../../unit/worker/support/locks.ts';
import { Life } from './mortal.ts';

/** The objects of one life of a service worker, or of a page's core, on a phone. */
export type Awake = {
  readonly life: Life;
  readonly app: AppDb;
  readonly chat: ChatDb;
  readonly actions: NotificationActions;
  readonly brief: RunBrief;
  /** Writes like a page without a connection: the message is stored in the outbox. */
  readonly type: (tid: string, words: string) => Promise<boolean>;
};
export type Phone = ReturnType<typeof newPhone>;

const sessionOf = (user: User): SessionRow => ({
  key: 'session',
  uid: user.id,
  jid: `u_${user.id}@${DOMAIN}`,
  role: user.role,
  vcToken: user.vcToken,
  nickName: user.nickName,
  services: {
    domain: DOMAIN,
    hub: `hub.${DOMAIN}`,
    gift: `gift.${DOMAIN}`,
    official: `official.${DOMAIN}`,
    gate: `gate.${DOMAIN}`,
  },
  status: 'active',
});

/**
 * A phone whose app is closed: its storage, and the code of its service worker against a real server. Only the browser APIs (locks,
 * channels, IndexedDB) are in memory.
 */
export function newPhone(url: string, user: User) {
  const disk = new IDBFactory();
  let [locks, channels] = [fakeLocks(), air()];
  const opened = new Set<Dexie>();

  /** Starts the worker with its own life. Earlier holders of the locks are dead. */
  function wake(life = new Life(), { socketPath = '/xmpp-websocket?brief', locks: own = locks } = {}): Awake {
    Dexie.dependencies.indexedDB = disk;
    Dexie.dependencies.IDBKeyRange = IDBKeyRange;
    const [app, chat] = [openAppDb(), openChatDb()];
    for (const db of [app, chat]) {
      opened.add(db);
      life.keep(db);
    }
    vi.stubGlobal('WebSocket', life.socket(url));
    const brief = createBrief({
      app,
      chat,
      locks: own,
      build: 1,
      apiUrl: url,
      openChannel: channels.open,
      service: `${url.replace('http', 'ws')}${socketPath}`,
    });
    const commands = createChatCommands({
      app,
      chat,
      session: () => readSession(app),
      newId: () => crypto.randomUUID(),
      epoch: createEpoch(),
      clock: createServerClock(Date.now),
      tabs: createTabs(locks as unknown as LockManager),
      client: { os: 'test', pkgName: 'test' },
      handOver: () => {},
    });
    return {
      life,
      app,
      chat,
      brief,
      actions: createNotificationActions({ app, chat, brief }),
      type: async (tid, words) => (await commands.sendText(tid, words, crypto.randomUUID())).ok,
    };
  }

  return {
    wake,
    /** Simulates the end of the worker: its locks and listeners are gone. */
    bury(): void {
      [locks, channels] = [fakeLocks(), air()];
    },
    locks: () => locks,
    channels: () => channels,
    async signIn(): Promise<void> {
      const { app } = wake();
      await app.state.put(sessionOf(user));
      await app.state.put({ key: 'build', build: 1 });
    },
    close(): void {
      for (const db of opened) db.close();
    },
  };
}
