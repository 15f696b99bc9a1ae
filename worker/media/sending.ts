import type { MediaPurpose } from '#contract/media/media.ts';

/** A file on its way to the upload host. */
export type Sending = {
  readonly url: string;
  readonly token: string;
  readonly filename: string;
  readonly purpose: MediaPurpose;
  readonly file: Blob;
  readonly onProgress: (sentBytes: number) => void;
  readonly signal: AbortSignal;
};

/** What one request carries: the file, a part of it, or nothing, which asks how far the host is. */
export type Piece = { readonly part?: Blob; readonly offset?: number };
/** Number of bytes of the file that the host has. */
export type HowFar = { readonly received: number };
