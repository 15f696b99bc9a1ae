import type { ExclusiveItem } from '#contract/chat/lock-endpoints.ts';
import { PRIVATE_MEDIA_PATH } from '#contract/media/private.ts';
import type { AppError } from '#contract/result.ts';
import type { UploadRow } from '#db/schema.ts';
import type { Turn } from '../../../media/fitted.ts';

/** One picture of a page that is edited: there already, or chosen here. */
export type Draft = {
  readonly key: string;
  readonly mediaId: string;
  /** Empty while the picture is made ready. */
  readonly uploadId: string;
  readonly price: number;
  /** The file as it was chosen here. */
  readonly file?: Blob;
  readonly turn: Turn;
  /** Why the file cannot be offered. */
  readonly fault?: AppError;
};

export const idOfUrl = (url: string): string =>
  url.startsWith(`${PRIVATE_MEDIA_PATH}/`) ? url.slice(PRIVATE_MEDIA_PATH.length + 1) : '';

export const draftOf = ({ url, lockId, price }: ExclusiveItem): Draft => ({
  key: lockId,
  mediaId: idOfUrl(url),
  uploadId: '',
  price,
  turn: 0,
});

const idOf = ({ mediaId, uploadId }: Draft, uploads: readonly UploadRow[]): string => {
  const upload = uploads.find(({ id, state }) => id === uploadId && state === 'done');
  return mediaId || idOfUrl(upload?.url ?? '');
};

/** Whether every picture has arrived. */
export const isReady = (drafts: readonly Draft[], uploads: readonly UploadRow[]): boolean =>
  drafts.every((draft) => idOf(draft, uploads) !== '');

/** The page as it is saved. The same picture twice stands where it was first. */
export function offersOf(drafts: readonly Draft[], uploads: readonly UploadRow[]) {
  const offers = new Map<string, number>();
  for (const draft of drafts) {
    const mediaId = idOf(draft, uploads);
    if (mediaId !== '' && !offers.has(mediaId)) offers.set(mediaId, draft.price);
  }
  return [...offers].map(([mediaId, price]) => ({ mediaId, price }));
}
