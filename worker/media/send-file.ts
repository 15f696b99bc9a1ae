import { literal, number, object, optional, picklist, safeParse, string, variant } from 'valibot';
import { type AppError, fail, ok, type Result } from '#contract/result.ts';
import type { Uploaded } from '../base/upload-owner.ts';

export type Sending = {
  readonly url: string;
  readonly token: string;
  readonly filename: string;
  readonly file: Blob;
  readonly onProgress: (sentBytes: number) => void;
  readonly signal: AbortSignal;
};

const answer = object({ url: string(), thumbUrl: optional(string(), '') });
/** The refusals of the upload host, with the limit that was passed. */
const refusal = object({
  data: variant('code', [
    object({
      code: picklist([
        'upload-type',
        'upload-dimensions',
        'upload-unreadable',
        'upload-disguised',
        'upload-quota',
        'upload-no-room',
      ]),
    }),
    object({ code: literal('upload-too-large'), maxBytes: number() }),
    object({ code: literal('upload-too-long'), maxSeconds: number() }),
  ]),
});
/** Time without progress, ms: a big file over a slow connection may take longer in total. */
const SILENCE_MS = 30_000;
/** Time for the host's work after the upload, ms: it encodes a clip anew, and others may be queued before it. */
const WORK_MS = 300_000;

/** Sends a multipart POST to the upload host (product 7.4). XMLHttpRequest, because `fetch` reports no upload progress. */
export function sendFile({ url, token, filename, file, onProgress, signal }: Sending): Promise<Result<Uploaded>> {
  const body = new FormData();
  body.set('token', token);
  body.set('filename', filename);
  body.set('file', file, filename);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let silence = setTimeout(() => request.abort(), SILENCE_MS);
    const waitAtMost = (patienceMs: number) => {
      clearTimeout(silence);
      silence = setTimeout(() => request.abort(), patienceMs);
    };
    const end = (result: Result<Uploaded>) => {
      clearTimeout(silence);
      resolve(result);
    };
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.upload.onprogress = ({ loaded }) => {
      waitAtMost(SILENCE_MS);
      onProgress(loaded);
    };
    request.upload.onload = () => waitAtMost(WORK_MS);
    request.onload = () => end(readAnswer(request.status, request.response, waitMsOf(request)));
    request.onerror = () => end(fail({ code: 'offline' }));
    request.onabort = () => end(fail({ code: signal.aborted ? 'cancelled' : 'timeout' }));
    request.open('POST', url);
    request.responseType = 'json';
    request.send(body);
  });
}

function readAnswer(status: number, body: unknown, retryAfterMs: number): Result<Uploaded> {
  const parsed = safeParse(answer, body);
  if (status === 200 && parsed.success) return ok(parsed.output);
  const refused = safeParse(refusal, body);
  return fail(refused.success ? refused.output.data : errorOf(status, retryAfterMs));
}

/** What the server asks for in `Retry-After`, which it gives in seconds. */
const waitMsOf = (request: XMLHttpRequest) =>
  Math.max(0, Number(request.getResponseHeader('retry-after')) || 0) * 1_000;

function errorOf(status: number, retryAfterMs: number): AppError {
  if (status === 401) return { code: 'unauthorized' };
  return status === 429 ? { code: 'rate-limited', retryAfterMs } : { code: 'server-error' };
}
