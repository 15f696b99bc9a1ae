import {
  type InferOutput,
  literal,
  number,
  object,
  optional,
  picklist,
  safeParse,
  string,
  union,
  variant,
} from 'valibot';
import { PART_BYTES } from '#contract/media/rules.ts';
import { type AppError, fail, ok, type Result } from '#contract/result.ts';
import type { Uploaded } from '../base/upload-owner.ts';
import { sendInParts } from './send-parts.ts';
import type { HowFar, Piece, Sending } from './sending.ts';

const whole = object({
  url: string(),
  thumbUrl: optional(string(), ''),
  id: optional(string(), ''),
  kind: optional(picklist(['picture', 'clip', 'sound']), 'picture'),
  width: optional(number(), 0),
  height: optional(number(), 0),
  ms: optional(number()),
  wave: optional(string()),
  blur: optional(string(), ''),
});
const answer = union([whole, object({ received: number() })]);
/** Error responses of the upload endpoint, with the exceeded limit. */
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
        'upload-refused',
        'age',
      ]),
    }),
    object({ code: literal('upload-too-large'), maxBytes: number() }),
    object({ code: literal('upload-too-long'), maxSeconds: number() }),
  ]),
});
/**
 * Timeout without upload progress, ms. The total duration is not limited, because large files over slow connections
 * take long.
 */
const SILENCE_MS = 30_000;
/**
 * Timeout for the server's processing after the upload, ms: it re-encodes clips, and other files may be queued before
 * this one.
 */
const WORK_MS = 300_000;

/** Uploads a file (product 7.4): a small one in one request, a large one in parts. */
export function sendFile(sending: Sending): Promise<Result<Uploaded>> {
  if (sending.file.size > PART_BYTES) return sendInParts(sending, post);
  return post(sending, { part: sending.file }).then((result) => (result.ok ? wholeOf(result.value) : result));
}

/** Returns the uploaded file of a response to a complete file. */
const wholeOf = (value: Uploaded | HowFar): Result<Uploaded> =>
  'url' in value ? ok(value) : fail({ code: 'server-error' });

function formOf({ token, filename, purpose, file }: Sending, { part, offset }: Piece): FormData {
  const body = new FormData();
  body.set('token', token);
  body.set('filename', filename);
  if (purpose !== 'profile') body.set('purpose', purpose);
  if (offset !== undefined) body.set('offset', String(offset));
  if (part !== file) body.set('size', String(file.size));
  if (part) body.set('file', part, filename);
  return body;
}

/** Sends a multipart POST. Uses XMLHttpRequest, because `fetch` does not report upload progress. */
function post(sending: Sending, piece: Piece): Promise<Result<Uploaded | HowFar>> {
  const { url, onProgress, signal } = sending;
  const body = formOf(sending, piece);
  if (signal.aborted) return Promise.resolve(fail({ code: 'cancelled' }));
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let silence = setTimeout(() => request.abort(), SILENCE_MS);
    const waitAtMost = (patienceMs: number) => {
      clearTimeout(silence);
      silence = setTimeout(() => request.abort(), patienceMs);
    };
    const end = (result: Result<Uploaded | HowFar>) => {
      clearTimeout(silence);
      signal.removeEventListener('abort', abort);
      resolve(result);
    };
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.upload.onprogress = ({ loaded }) => {
      waitAtMost(SILENCE_MS);
      onProgress((piece.offset ?? 0) + loaded);
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

function readAnswer(status: number, body: unknown, retryAfterMs: number): Result<Uploaded | HowFar> {
  const parsed = safeParse(answer, body);
  if (status === 200 && parsed.success) return ok(uploadedOf(parsed.output));
  const refused = safeParse(refusal, body);
  return fail<AppError>(refused.success ? refused.output.data : errorOf(status, retryAfterMs));
}

function uploadedOf(output: InferOutput<typeof answer>): Uploaded | HowFar {
  if ('received' in output) return output;
  const { url, thumbUrl, ms, wave, ...facts } = output;
  const measured = { ...facts, ...(ms === undefined ? {} : { ms }), ...(wave === undefined ? {} : { wave }) };
  return facts.id === '' ? { url, thumbUrl } : { url, thumbUrl, facts: measured };
}

/** Returns the `Retry-After` header in ms; the server sends seconds. */
const waitMsOf = (request: XMLHttpRequest) =>
  Math.max(0, Number(request.getResponseHeader('retry-after')) || 0) * 1_000;

function errorOf(status: number, retryAfterMs: number): AppError {
  if (status === 401) return { code: 'unauthorized' };
  return status === 429 ? { code: 'rate-limited', retryAfterMs } : { code: 'server-error' };
}
