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
import { readServerAnswer, type ServerAnswer } from '#contract/api/answer.ts';
import { PART_BYTES } from '#contract/media/rules.ts';
import { type AppError, fail, ok, type Result } from '#contract/result.ts';
import type { Uploaded } from '../base/upload-owner.ts';
import { sendInParts } from './send-parts.ts';
import type { Piece, ReceivedBytes, Sending } from './sending.ts';

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
const success = union([whole, object({ received: number() })]);
/** Details of a refusal of the upload endpoint, with the limit where one was exceeded. */
const refusal = variant('code', [
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
]);
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

/** Maps the response to a request with the whole file: anything but the uploaded file is an error. */
const wholeOf = (value: Uploaded | ReceivedBytes): Result<Uploaded> =>
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
function post(sending: Sending, piece: Piece): Promise<Result<Uploaded | ReceivedBytes>> {
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
    const end = (result: Result<Uploaded | ReceivedBytes>) => {
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
    request.onload = () => end(readAnswer(url, request));
    request.onerror = () => end(fail({ code: 'offline' }));
    request.onabort = () => end(fail({ code: signal.aborted ? 'cancelled' : 'timeout' }));
    request.open('POST', url);
    request.send(body);
  });
}

/** A completed request of an upload, of which only these members are read. */
type Answered = Pick<XMLHttpRequest, 'status' | 'responseText' | 'responseURL' | 'getResponseHeader'>;

/** Parses the response to an upload. A response that is not our server's is `offline`: the file is sent again. */
function readAnswer(url: string, request: Answered): Result<Uploaded | ReceivedBytes> {
  const answer = readServerAnswer({
    status: request.status,
    contentType: request.getResponseHeader('content-type') ?? '',
    isRedirected: request.responseURL !== new URL(url, location.href).href,
    text: request.responseText,
  });
  if (!answer) return fail({ code: 'offline' });
  if (!answer.isSuccess) return fail(errorOf(answer, waitMsOf(request)));
  const parsed = safeParse(success, answer.body);
  return parsed.success ? ok(uploadedOf(parsed.output)) : fail({ code: 'server-error' });
}

function uploadedOf(output: InferOutput<typeof success>): Uploaded | ReceivedBytes {
  if ('received' in output) return output;
  const { url, thumbUrl, ms, wave, ...facts } = output;
  const measured = { ...facts, ...(ms === undefined ? {} : { ms }), ...(wave === undefined ? {} : { wave }) };
  return facts.id === '' ? { url, thumbUrl } : { url, thumbUrl, facts: measured };
}

/** Returns the `Retry-After` header in ms; the server sends seconds. */
const waitMsOf = (request: Pick<Answered, 'getResponseHeader'>) =>
  Math.max(0, Number(request.getResponseHeader('retry-after')) || 0) * 1_000;

/** Maps a refusal to its error. One without known details is final, unless its status says that it is temporary. */
function errorOf({ status, msg, data }: ServerAnswer, retryAfterMs: number): AppError {
  const details = safeParse(refusal, data);
  if (details.success) return details.output;
  if (status === 401) return { code: 'unauthorized' };
  if (status === 429) return { code: 'rate-limited', retryAfterMs };
  return status >= 500 ? { code: 'server-error' } : { code: 'bad-request', detail: msg };
}
