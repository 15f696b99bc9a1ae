import type { UploadPurpose } from '#contract/media/media.ts';
import type { UploadRow } from '../db/schema.ts';

/** What the host of media answered. */
export type Uploaded = { readonly url: string; readonly thumbUrl: string; readonly facts?: UploadedFacts };

/** What a message says of the file: as the host measured it. Missing where an older host answered. */
export type UploadedFacts = NonNullable<UploadRow['facts']>;

/** Hooks of the part that uploads files for a purpose. Sending, progress, retry and cancelling are the same for all purposes. */
export type UploadOwner = {
  /** Stores where the file is now. Runs inside a transaction over uploads, state and apiQueue: both are written or neither. */
  readonly keep: (uploaded: Uploaded) => Promise<void>;
  /** What `keep` wrote is durable. */
  readonly onKept: () => void;
  /** Every file of this batch has arrived. Called again after a restart until its rows are deleted. */
  readonly onBatch?: (batch: string) => void;
};
export type UploadOwners = { readonly [Purpose in UploadPurpose]?: UploadOwner };
