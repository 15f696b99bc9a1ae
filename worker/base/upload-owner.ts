import type { UploadPurpose } from '#contract/media/media.ts';
import type { UploadRow } from '../db/schema.ts';

/** The media server's response to an upload: URLs of the file and its thumbnail, and the facts that it measured. */
export type Uploaded = { readonly url: string; readonly thumbUrl: string; readonly facts?: UploadedFacts };

/** The file's facts as measured by the media server. Missing in responses of older servers. */
export type UploadedFacts = NonNullable<UploadRow['facts']>;

/** Handlers of the part that owns a purpose of uploads. Sending, progress, retry and cancelling are the same for all purposes. */
export type UploadOwner = {
  /** Stores the file's URL. Runs inside a transaction over uploads, state and apiQueue, so that all are written or none. */
  readonly keep: (uploaded: Uploaded) => Promise<void>;
  /** Called after the transaction of `keep` is committed; `keep` did not run if the upload was deleted meanwhile. */
  readonly onKept: () => void;
  /** Every file of this batch is uploaded. Called again after a restart until its rows are deleted. */
  readonly onBatch?: (batch: string) => void;
};
/** A part's handlers by purpose of upload; each purpose has one owner. */
export type UploadOwners = { readonly [Purpose in UploadPurpose]?: UploadOwner };
