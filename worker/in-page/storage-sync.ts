import { liveQuery } from 'dexie';
import { MIRRORED_KEYS, type MirroredKey, placeOf } from '#contract/mirrored.ts';
import { readRow, writeRow } from '#contract/mirrored-rows.ts';
import type { AppDb, AppRow } from '../db/schema.ts';

/** The used subset of `Storage`, declared here because the worker's TypeScript project has no DOM types. */
export type SmallStore = {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
  removeItem(name: string): void;
};

/**
 * Creates the sync of selected rows with the local storage. Without IndexedDB each tab has its own core and
 * databases; only these rows are shared between tabs and survive a reload.
 */
export function createStorageSync(app: AppDb, store: SmallStore, onOtherAccount: () => void) {
  /** This tab's rows when they were last flushed, serialized, and the stored text as this tab last saw it. */
  const own = new Map<MirroredKey, string | null>();
  const stored = new Map<MirroredKey, string | null>();
  let flushed: Promise<void> = Promise.resolve();

  function put(key: MirroredKey, text: string | null): void {
    try {
      if (text === null) store.removeItem(placeOf(key));
      else store.setItem(placeOf(key), text);
      stored.set(key, text);
    } catch {
      // The local storage is full: the row lasts only as long as the tab.
    }
  }

  async function flush(): Promise<void> {
    const rows = await app.state.bulkGet([...MIRRORED_KEYS]);
    for (const [at, key] of MIRRORED_KEYS.entries()) {
      const text = writeRow(key, rows[at]);
      if (text === own.get(key)) continue;
      own.set(key, text);
      // If another tab wrote first, this tab does not overwrite it, so that a sign-out is not undone. It receives
      // that change soon.
      if (store.getItem(placeOf(key)) === stored.get(key)) put(key, text);
    }
  }

  const uidOf = (text: string | null | undefined) => readRow('session', text)?.uid;

  return {
    /** Loads the rows of an earlier page into the empty database. Unreadable ones are deleted. */
    async seed(): Promise<void> {
      for (const key of MIRRORED_KEYS) {
        const text = store.getItem(placeOf(key));
        const row = readRow(key, text);
        stored.set(key, text);
        if (row) await app.state.put(row satisfies AppRow);
        else if (text !== null) put(key, null);
        own.set(key, writeRow(key, row));
      }
    },

    /** Resolves once the current rows are in the local storage. */
    flush(): Promise<void> {
      flushed = flushed.then(flush, flush);
      return flushed;
    },

    /** Flushes changes that no command made, for example a rejected token. */
    watch(): void {
      liveQuery(() => app.state.bulkGet([...MIRRORED_KEYS])).subscribe({
        next: () => void this.flush().catch(() => {}),
        error() {},
      });
    },

    /** Applies changes of another tab. A sign-in or sign-out there is reported to `onOtherAccount`. */
    async onStorageChanged(): Promise<void> {
      for (const key of MIRRORED_KEYS) {
        const text = store.getItem(placeOf(key));
        if (text === stored.get(key)) continue;
        stored.set(key, text);
        if (key !== 'session') await take(key, text);
        // A new token of the same account is ignored: this tab's own token is still valid.
        else if (uidOf(text) !== uidOf(own.get(key))) onOtherAccount();
      }
    },
  };

  async function take(key: MirroredKey, text: string | null): Promise<void> {
    const row = readRow(key, text);
    own.set(key, writeRow(key, row));
    if (row) await app.state.put(row satisfies AppRow);
    else await app.state.delete(key);
  }
}
