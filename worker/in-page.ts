import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { CoreApi } from '#contract/core.ts';
import { tabLock } from '#contract/core.ts';
import { type Core, createCore } from './core/core.ts';
import { app, openElsewhere } from './db/open.ts';
import { ownLocks } from './in-page/own-locks.ts';
import { createStorageSync, type SmallStore } from './in-page/storage-sync.ts';

declare const __BUILD__: number;

/** The core in a page. `onStorageChanged` must be called on `storage` events. */
export type InPageCore = CoreApi & Pick<Core, 'attach'> & { readonly onStorageChanged: () => Promise<void> };

/** No other core shares this database, so no build can ask it to step down. */
const noChannel = { postMessage() {}, addEventListener() {} };

/**
 * Starts the core in the page itself, over in-memory databases, for browsers without IndexedDB (docs/decisions.md).
 * The session and the settings outlive the page in `store`, the local storage. That is where docs/threats.md forbids
 * the token, so it is done for these browsers only: no other storage there survives a reload.
 */
export async function startInPage(tabId: string, store: SmallStore, onOtherAccount: () => void): Promise<InPageCore> {
  openElsewhere({ indexedDB: new IDBFactory(), IDBKeyRange });
  const keeper = createStorageSync(app, store, onOtherAccount);
  await keeper.seed();
  keeper.watch();
  const locks = ownLocks();
  // Without this lock the core would consider this tab closed.
  void locks.request(tabLock(tabId), () => new Promise(() => {}));
  const { commands, attach } = createCore(__BUILD__, { locks, channel: noChannel });
  const durable = Object.entries(commands).map(([name, command]) => [
    name,
    async (...args: unknown[]) => {
      const answer = await (command as (...args: unknown[]) => Promise<unknown>)(...args);
      await keeper.flush().catch(() => {});
      return answer;
    },
  ]);
  return { ...(Object.fromEntries(durable) as CoreApi), attach, onStorageChanged: () => keeper.onStorageChanged() };
}
