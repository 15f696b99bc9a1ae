import type { FastifyRequest } from 'fastify';
import { number, object, optional, picklist, pipe, regex, safeParse, string, transform } from 'valibot';
import { INVALID_ID } from '../../../contract/external-id.ts';
import { MEDIA_PURPOSES, type MediaPurpose, UPLOAD_NAME } from '../../../contract/media/media.ts';
import { CHAT_FILE_MAX_BYTES } from '../../../contract/media/rules.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import { failureOf } from '../../platform/http/failures.ts';
import { RequestRefused } from '../../platform/http/replies.ts';

/** What the fields before the file say. */
export type Form = {
  readonly name: string;
  readonly purpose: MediaPurpose;
  /** Where this part begins; undefined for a whole file. */
  readonly offset: number | undefined;
  /** Of the whole file; undefined where it was not said. */
  readonly size: number | undefined;
};

const count = pipe(string(), regex(/^\d{1,9}$/, 'must be a number of bytes'), transform(Number), number());
const fields = object({
  filename: pipe(optional(string(), ''), regex(UPLOAD_NAME, INVALID_ID)),
  purpose: optional(picklist(MEDIA_PURPOSES, 'must be profile or chat'), 'profile'),
  offset: optional(count),
  size: optional(count),
});

const wrong = (detail: string) => fail({ code: 'bad-request', detail } as const);

export function readForm(sent: ReadonlyMap<string, string>): Result<Form> {
  const parsed = safeParse(fields, Object.fromEntries(sent));
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return wrong(`${issue.path?.[0].key}: ${issue.message}`);
  }
  const { filename: name, purpose, offset, size } = parsed.output;
  if (size !== undefined && size > CHAT_FILE_MAX_BYTES)
    return fail({ code: 'upload-too-large', maxBytes: CHAT_FILE_MAX_BYTES });
  if (offset !== undefined && (size === undefined || offset >= size)) return wrong('offset: must be below size');
  return ok({ name, purpose, offset, size });
}

/** The parser throws plain errors for a form that is truncated or has no boundary: the sender's fault, not ours. */
export async function* formParts(request: FastifyRequest) {
  try {
    yield* request.parts();
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error) throw error;
    throw new RequestRefused(failureOf({ code: 'bad-request', detail: 'the form is malformed' }));
  }
}

/** Aborted when the sender has disconnected: nobody receives the answer any more. */
export function watchSender({ raw: { socket } }: FastifyRequest): { readonly gone: AbortSignal; end(): void } {
  const left = new AbortController();
  const abort = () => left.abort();
  if (socket.destroyed) abort();
  socket.once('close', abort);
  return { gone: left.signal, end: () => void socket.off('close', abort) };
}
