import type { UploadPurpose } from '#contract/media/media.ts';

/** What the host of media answered. */
export type Uploaded = { readonly url: string; readonly thumbUrl: string };

/** Hooks of the part that uploads files for a purpose. Sending, progress, retry and cancelling are the same for all purposes. */
export type UploadOwner = {
  /** Stores where the file is now. Runs inside a transaction over uploads, state and apiQueue: both are written or neither. */
  readonly keep: (uploaded: Uploaded) => Promise<void>;
  /** What `keep` wrote is durable. */
  readonly onKept: () => void;
};
export type UploadOwners = { readonly [Purpose in UploadPurpose]?: UploadOwner };
