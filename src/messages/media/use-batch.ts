import { useLiveQuery } from 'dexie-react-hooks';
import { uploadIn } from '#contract/media/upload-address.ts';
import { readBatch } from '#db/reads/uploads.ts';
import type { MessageRow, UploadRow } from '#db/schema.ts';

const NONE: readonly UploadRow[] = [];

/** The files of an own message that this device still has, in the order in which they were chosen. */
export const useBatch = ({ mid, out }: Pick<MessageRow, 'mid' | 'out'>): readonly UploadRow[] =>
  useLiveQuery(() => (out ? readBatch(mid) : NONE), [mid, out], NONE);

/**
 * The file of one item. While the item has no address yet, it names its upload; afterwards they are told apart by the address
 * that the upload has got.
 */
export const uploadFor = (batch: readonly UploadRow[], url: string): UploadRow | undefined => {
  const id = uploadIn(url);
  return batch.find((row) => (id === undefined ? row.url === url : row.id === id));
};
