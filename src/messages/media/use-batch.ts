import { useSyncExternalStore } from 'react';
import { uploadIn } from '#contract/media/upload-address.ts';
import { readBatches } from '#db/reads/uploads.ts';
import type { MessageRow, UploadRow } from '#db/schema.ts';
import { createLiveStore } from '../../data/live-store.ts';
import { reuseEqualRows } from '../../data/reuse-equal-rows.ts';

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

/** Files of an own message that are still stored on this device, in the order in which the user chose them. */
export const useBatch = ({ mid, out }: Pick<MessageRow, 'mid' | 'out'>): readonly UploadRow[] =>
  useSyncExternalStore(out ? batches.subscribe : never, () => (out && batches.nowOrThrow()?.get(mid)) || NONE);

/**
 * Finds the upload of a media item. Before the upload ends, the item's URL contains the upload id; afterwards the item is matched by
 * the URL that the upload received.
 */
export const uploadFor = (batch: readonly UploadRow[], url: string): UploadRow | undefined => {
  const id = uploadIn(url);
  return batch.find((row) => (id === undefined ? row.url === url : row.id === id));
};
