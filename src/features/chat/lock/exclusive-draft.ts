import type { ExclusiveItem } from '#contract/chat/lock/endpoints.ts';
import { PRIVATE_MEDIA_PATH } from '#contract/media/private.ts';
import type { AppError } from '#contract/result.ts';
import type { UploadRow } from '#db/schema.ts';
import type { Turn } from '../../../media/fitted.ts';

/** Picture in the editor of a host's exclusive page: one that is on the page already, or a file chosen in the editor. */
export type Draft = {
  readonly key: string;
  readonly mediaId: string;
  /** Upload of a chosen file; empty until it is scaled down, and for a picture that was on the page already. */
  readonly uploadId: string;
  readonly price: number;
  /** Original file, if the picture was chosen here. */
  readonly file?: Blob;
  readonly turn: Turn;
  /** Why the file cannot be used. */
  readonly fault?: AppError;
};

/** Returns the media id in a private media URL, which the server stores for the page; empty for any other URL. */
export const idOfUrl = (url: string): string =>
  url.startsWith(`${PRIVATE_MEDIA_PATH}/`) ? url.slice(PRIVATE_MEDIA_PATH.length + 1) : '';

/** Returns the editor's draft of a picture that is already on the exclusive page. */
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

/** Returns whether every picture of the edited exclusive page is uploaded, so that it can be saved. */
export const isReady = (drafts: readonly Draft[], uploads: readonly UploadRow[]): boolean =>
  drafts.every((draft) => idOf(draft, uploads) !== '');

/** Returns the pictures and prices of the edited exclusive page to save. A picture that occurs twice stays at its first position. */
export function offersOf(drafts: readonly Draft[], uploads: readonly UploadRow[]) {
  const offers = new Map<string, number>();
  for (const draft of drafts) {
    const mediaId = idOf(draft, uploads);
    if (mediaId !== '' && !offers.has(mediaId)) offers.set(mediaId, draft.price);
  }
  return [...offers].map(([mediaId, price]) => ({ mediaId, price }));
}
