import { liveQuery } from 'dexie';
import { KEPT_KEYS, type KeptKey, placeOf } from '#contract/kept.ts';
import { readRow, writeRow } from '#contract/kept-rows.ts';
import type { AppDb, AppRow } from '../db/schema.ts';

/** The part of the local storage that is needed; named here because this room knows no DOM. */
export type SmallStore = {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
  removeItem(name: string): void;
};

/**
 * Creates the sync of the rows that all tabs share: each tab has a core and a memory of its own, and only these few rows in
 * common.
 */
export function createKeeper(app: AppDb, store: SmallStore, onOtherAccount: () => void) {
  /** What this tab's rows were when they were last looked at, and what lay in the store then. */
  const own = new Map<KeptKey, string | null>();
  const stored = new Map<KeptKey, string | null>();
  let flushed: Promise<void> = Promise.resolve();

  function put(key: KeptKey, text: string | null): void {
    try {
      if (text === null) store.removeItem(placeOf(key));
      else store.setItem(placeOf(key), text);
      stored.set(key, text);
    } catch {
      // The local storage is full too: the row lasts as long as the tab.
    }
  }

  async function flush(): Promise<void> {
    const rows = await app.state.bulkGet([...KEPT_KEYS]);
    for (const [at, key] of KEPT_KEYS.entries()) {
      const text = writeRow(key, rows[at]);
      if (text === own.get(key)) continue;
      own.set(key, text);
      // Another tab wrote first, and this one receives its change soon: a sign-out must not be undone.
      if (store.getItem(placeOf(key)) === stored.get(key)) put(key, text);
    }
  }

  const uidOf = (text: string | null | undefined) => readRow('session', text)?.uid;

  return {
    /** Puts what an earlier page left into the empty database. What cannot be read is thrown away. */
    async seed(): Promise<void> {
      for (const key of KEPT_KEYS) {
        const text = store.getItem(placeOf(key));
        const row = readRow(key, text);
        stored.set(key, text);
        if (row) await app.state.put(row satisfies AppRow);
        else if (text !== null) put(key, null);
        own.set(key, writeRow(key, row));
      }
    },

    /** Resolves once what the rows are now is where the next page finds it. */
    flush(): Promise<void> {
      flushed = flushed.then(flush, flush);
      return flushed;
    },

    /** Follows the changes that no command made, such as a token that was refused. */
    watch(): void {
      liveQuery(() => app.state.bulkGet([...KEPT_KEYS])).subscribe({
        next: () => void this.flush().catch(() => {}),
        error() {},
      });
    },

    /** Reads changes of another tab. A sign-in or sign-out there counts here too. */
    async onStorageChanged(): Promise<void> {
      for (const key of KEPT_KEYS) {
        const text = store.getItem(placeOf(key));
        if (text === stored.get(key)) continue;
        stored.set(key, text);
        if (key !== 'session') await take(key, text);
        // After a new token of the same account this tab's own one is still valid.
        else if (uidOf(text) !== uidOf(own.get(key))) onOtherAccount();
      }
    },
  };

  async function take(key: KeptKey, text: string | null): Promise<void> {
    const row = readRow(key, text);
    own.set(key, writeRow(key, row));
    if (row) await app.state.put(row satisfies AppRow);
    else await app.state.delete(key);
  }
}
