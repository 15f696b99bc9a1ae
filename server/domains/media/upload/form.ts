import type { FastifyRequest } from 'fastify';
import { number, object, optional, picklist, pipe, regex, safeParse, string, transform } from 'valibot';
import { INVALID_ID } from '../../../../contract/external-id.ts';
import { MEDIA_PURPOSES, type MediaPurpose, UPLOAD_NAME } from '../../../../contract/media/media.ts';
import { CHAT_FILE_MAX_BYTES } from '../../../../contract/media/rules.ts';
import { fail, ok, type Result } from '../../../../contract/result.ts';
import { failureOf } from '../../../platform/http/failures.ts';
import { RequestRefused } from '../../../platform/http/replies.ts';

/**
 * The fields of an upload's form that precede the file: the client's name of it, its purpose, and for an upload in parts the offset and
 * the total size in bytes.
 */
export type Form = {
  readonly name: string;
  readonly purpose: MediaPurpose;
  /** Offset of this part in bytes; undefined for a whole file. */
  readonly offset: number | undefined;
  /** Size of the whole file in bytes; undefined when missing. */
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

/** Validates the fields of an upload's form, before its file is read. */
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

/**
 * Iterates over the parts of an upload's form. The parser throws plain errors for a form that is truncated or has no boundary; these
 * become `bad-request`.
 */
export async function* formParts(request: FastifyRequest) {
  try {
    yield* request.parts();
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error) throw error;
    throw new RequestRefused(failureOf({ code: 'bad-request', detail: 'the form is malformed' }));
  }
}

/** Returns a signal that aborts when the client of an upload disconnects, so that work for it can stop; `end` stops watching. */
export function watchSender({ raw: { socket } }: FastifyRequest): { readonly gone: AbortSignal; end(): void } {
  const left = new AbortController();
  const abort = () => left.abort();
  if (socket.destroyed) abort();
  socket.once('close', abort);
  return { gone: left.signal, end: () => void socket.off('close', abort) };
}
