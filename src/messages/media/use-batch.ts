import { useSyncExternalStore } from 'react';
import { uploadIn } from '#contract/media/upload-address.ts';
import { readBatches } from '#db/reads/uploads.ts';
import type { MessageRow, UploadRow } from '#db/schema.ts';
import { keepSame } from '../../data/keep-same.ts';
import { createLiveStore } from '../../data/live-store.ts';

const NONE: readonly UploadRow[] = [];

type Batches = ReadonlyMap<string, readonly UploadRow[]>;

/** Files by their message. What did not change keeps its object: the progress of one file draws its own bubble alone. */
export const batchesOf = (rows: readonly UploadRow[], before: Batches): Batches =>
  new Map(
    [...Map.groupBy(rows, ({ batch = '' }) => batch)].map(([batch, files]) => [
      batch,
      keepSame(before.get(batch) ?? NONE, files, ({ id }) => id),
    ]),
  );

let last: Batches = new Map();
async function read(): Promise<Batches> {
  last = batchesOf(await readBatches(), last);
  return last;
}

/** One read for the bubbles of all own messages. */
const batches = createLiveStore<Batches>(read);
const never = () => () => {};

/** The files of an own message that this device still has, in the order in which they were chosen. */
export const useBatch = ({ mid, out }: Pick<MessageRow, 'mid' | 'out'>): readonly UploadRow[] =>
  useSyncExternalStore(out ? batches.subscribe : never, () => (out && batches.nowOrThrow()?.get(mid)) || NONE);

/**
 * The file of one item. While the item has no address yet, it names its upload; afterwards they are told apart by the address
 * that the upload has got.
 */
export const uploadFor = (batch: readonly UploadRow[], url: string): UploadRow | undefined => {
  const id = uploadIn(url);
  return batch.find((row) => (id === undefined ? row.url === url : row.id === id));
};
