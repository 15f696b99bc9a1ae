import type { MediaPurpose } from '#contract/media/media.ts';

/** A file to upload in one request or in parts, with its callbacks. */
export type Sending = {
  readonly url: string;
  readonly token: string;
  readonly filename: string;
  readonly purpose: MediaPurpose;
  readonly file: Blob;
  readonly onProgress: (sentBytes: number) => void;
  readonly signal: AbortSignal;
};

/** Content of one request: the file, a part of it, or nothing, which queries the received bytes. */
export type Piece = { readonly part?: Blob; readonly offset?: number };
/** Number of bytes of the file that the server has received. */
export type ReceivedBytes = { readonly received: number };
