import { useContext, useEffect, useSyncExternalStore } from 'react';
import { uploadIn } from '#contract/media/upload-address.ts';
import { readBatches } from '#db/reads/uploads.ts';
import type { MessageRow, UploadRow } from '#db/schema.ts';
import { createLiveStore } from '../../data/live-store.ts';
import { reuseEqualRows } from '../../data/reuse-equal-rows.ts';
import { UploadFailed } from '../message-actions.ts';

const NONE: readonly UploadRow[] = [];

type Batches = ReadonlyMap<string, readonly UploadRow[]>;

/** Groups upload rows by message. Unchanged groups keep their identity, so that progress of one file rerenders only its bubble. */
export const batchesOf = (rows: readonly UploadRow[], before: Batches): Batches =>
  new Map(
    [...Map.groupBy(rows, ({ batch = '' }) => batch)].map(([batch, files]) => [
      batch,
      reuseEqualRows(before.get(batch) ?? NONE, files, ({ id }) => id),
    ]),
  );

let last: Batches = new Map();
async function read(): Promise<Batches> {
  last = batchesOf(await readBatches(), last);
  return last;
}

/** One live query, shared by all bubbles. */
const batches = createLiveStore<Batches>(read);
const never = () => () => {};

/**
 * Returns the files of an own message that are still stored on this device, in the order in which the user chose them; empty for
 * a received message. Reports to the bubble of the message whether the upload of one has failed.
 */
export function useBatch({ mid, out }: Pick<MessageRow, 'mid' | 'out'>): readonly UploadRow[] {
  const files = useSyncExternalStore(
    out ? batches.subscribe : never,
    () => (out && batches.nowOrThrow()?.get(mid)) || NONE,
  );
  const report = useContext(UploadFailed);
  const hasFailed = files.some(({ state }) => state === 'error');
  useEffect(() => report(hasFailed), [report, hasFailed]);
  return files;
}

/**
 * Finds the upload of a media item among the files of its message: by the upload id in its URL while it is uploaded, else by the
 * URL that the upload received.
 */
export const uploadFor = (batch: readonly UploadRow[], url: string): UploadRow | undefined => {
  const id = uploadIn(url);
  return batch.find((row) => (id === undefined ? row.url === url : row.id === id));
};
