import { useSyncExternalStore } from 'react';
import { uploadIn } from '#contract/media/upload-address.ts';
import { readBatches } from '#db/reads/uploads.ts';
import type { MessageRow, UploadRow } from '#db/schema.ts';
import { keepSame } from '../../data/keep-same.ts';
import { createLiveStore } from '../../data/live-store.ts';

const NONE: readonly UploadRow[] = [];

type Batches = ReadonlyMap<string, readonly UploadRow[]>;
let before: Batches = new Map();

/** Rows and batches that did not change keep their objects: what one file has sent draws its own bubble alone. */
async function read(): Promise<Batches> {
  const found = Map.groupBy(await readBatches(), ({ batch = '' }) => batch);
  before = new Map(
    [...found].map(([batch, rows]) => [batch, keepSame(before.get(batch) ?? NONE, rows, ({ id }) => id)]),
  );
  return before;
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
