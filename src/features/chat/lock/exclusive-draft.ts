import type { ExclusiveItem } from '#contract/chat/lock-endpoints.ts';
import { PRIVATE_MEDIA_PATH } from '#contract/media/private.ts';
import type { AppError } from '#contract/result.ts';
import type { UploadRow } from '#db/schema.ts';
import type { Turn } from '../../../media/fitted.ts';

/** One picture of an exclusive page that is edited: one that is already on the page, or a file chosen here. */
export type Draft = {
  readonly key: string;
  readonly mediaId: string;
  /** Empty while the picture is scaled down. */
  readonly uploadId: string;
  readonly price: number;
  /** Original file, if the picture was chosen here. */
  readonly file?: Blob;
  readonly turn: Turn;
  /** Why the file cannot be used. */
  readonly fault?: AppError;
};

/** Media id of a private media URL; empty for any other URL. */
export const idOfUrl = (url: string): string =>
  url.startsWith(`${PRIVATE_MEDIA_PATH}/`) ? url.slice(PRIVATE_MEDIA_PATH.length + 1) : '';

/** Draft of a picture that is already on the page. */
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

/** Whether every picture is uploaded. */
export const isReady = (drafts: readonly Draft[], uploads: readonly UploadRow[]): boolean =>
  drafts.every((draft) => idOf(draft, uploads) !== '');

/** The pictures and prices to save. A picture that occurs twice stays at its first position. */
export function offersOf(drafts: readonly Draft[], uploads: readonly UploadRow[]) {
  const offers = new Map<string, number>();
  for (const draft of drafts) {
    const mediaId = idOf(draft, uploads);
    if (mediaId !== '' && !offers.has(mediaId)) offers.set(mediaId, draft.price);
  }
  return [...offers].map(([mediaId, price]) => ({ mediaId, price }));
}
