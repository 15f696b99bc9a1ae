import { isStorageFull } from './reads/storage-failure.ts';
import type { AppDb } from './schema.ts';
import type { StoredFile } from './stored-file.ts';

/**
 * Whether the database stores Blobs: private windows of WebKit have no disk for them and fail the transaction ("Error preparing Blob/File
 * data").
 */
const storesBlobs = new WeakMap<AppDb, boolean>();

async function probeBlobs(app: AppDb): Promise<boolean> {
  const known = storesBlobs.get(app);
  if (known !== undefined) return known;
  const probe = app.transaction('rw', app.shares, async () => {
    await app.shares.put({ id: '', at: 0, text: '', picture: new Blob(['probe']) });
    await app.shares.delete('');
  });
  return probe.then(
    () => {
      storesBlobs.set(app, true);
      return true;
    },
    (error: unknown) => {
      // A full disk refuses every row, and may have room again.
      if (!isStorageFull(error)) storesBlobs.set(app, false);
      return false;
    },
  );
}

/**
 * Returns what to store for a file; undefined if it can no longer be read. A File refers to a file of the device until it is stored: one
 * that was moved, deleted or changed since it was chosen, or a folder, fails here and not in the middle of a transaction.
 */
export async function storableFile(app: AppDb, file: Blob): Promise<StoredFile | undefined> {
  const isBlobStored = await probeBlobs(app);
  const bytes = await (isBlobStored ? file.slice(0, 1) : file).arrayBuffer().catch(() => undefined);
  if (!bytes) return undefined;
  return isBlobStored ? file : { type: file.type, bytes };
}
