import { SHARE_FORM_MAX_BYTES, SHARE_PICTURE_MAX_BYTES } from '#contract/chat/rules.ts';
import { pathOfShare, SHARE_FIELDS, SHARE_PATH, type Shared, wordsOfShare } from '#contract/chat/share.ts';
import { faultOfFile, fileKind, KIND_HEAD_BYTES } from '#contract/media/file-kind.ts';

/** The id of a share that was stored. `waits`: a call is active, whose page must not be left. */
export type StoredShare = { readonly id: string; readonly waits: boolean };
/** Stores content shared from another app; implemented by the away script. */
export type StoreShare = (shared: Shared<Blob>) => Promise<StoredShare>;

/** Whether the request is the form of the manifest's `share_target`, by which another app shares content. */
export const isShare = (request: Pick<Request, 'method'>, url: URL, origin: string): boolean =>
  request.method === 'POST' && url.origin === origin && url.pathname === SHARE_PATH;

/** Returns whether a foreign page sent the form, unless that page hides its referrer. The system's share sheet sends none. */
const isForeign = ({ referrer }: Pick<Request, 'referrer'>, origin: string): boolean =>
  referrer !== '' && referrer !== 'about:client' && URL.parse(referrer)?.origin !== origin;

/** Reads a body to its end; undefined if it is longer than `max`. */
async function readAtMost(body: ReadableStream<Uint8Array<ArrayBuffer>>, max: number): Promise<Blob | undefined> {
  const reader = body.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    bytes += read.value.byteLength;
    if (bytes > max) {
      await reader.cancel();
      return undefined;
    }
    parts.push(read.value);
  }
  return new Blob(parts);
}

async function readForm(request: Request): Promise<FormData | undefined> {
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('multipart/form-data') || !request.body) return undefined;
  const body = await readAtMost(request.body, SHARE_FORM_MAX_BYTES);
  return body && new Response(body, { headers: { 'content-type': type } }).formData().catch(() => undefined);
}

/** Reads a picture of a kind that can be sent, detected by its first bytes and not by its name. */
async function readPicture(value: FormDataEntryValue | null): Promise<Blob | undefined> {
  if (!(value instanceof Blob) || value.size > SHARE_PICTURE_MAX_BYTES) return undefined;
  const kind = fileKind(await value.slice(0, KIND_HEAD_BYTES).arrayBuffer());
  if (kind.kind !== 'picture' || faultOfFile(kind, value.size) !== undefined) return undefined;
  return new Blob([value], { type: kind.type });
}

/** Reads the usable parts of the form; undefined if there are none. */
async function readShare(request: Request): Promise<Shared<Blob> | undefined> {
  const form = await readForm(request);
  if (!form) return undefined;
  const parts = [SHARE_FIELDS.title, SHARE_FIELDS.text, SHARE_FIELDS.url].map((name) => form.get(name));
  const text = wordsOfShare(parts.filter((part) => typeof part === 'string'));
  const picture = await readPicture(form.get(SHARE_FIELDS.picture));
  return text === '' && !picture ? undefined : { text, ...(picture && { picture }) };
}

/**
 * Creates the handler of the share form: stores its contents and redirects to the choice of a conversation. Nothing is sent. A page in a
 * call does not navigate.
 */
export function createShareTarget(origin: string, keep: StoreShare): (request: Request) => Promise<Response> {
  const redirectTo = (path: string) => Response.redirect(new URL(path, origin), 303);

  return async (request) => {
    try {
      const shared = isForeign(request, origin) ? undefined : await readShare(request);
      if (!shared) return redirectTo(pathOfShare());
      const { id, waits } = await keep(shared);
      return waits ? new Response(null, { status: 204 }) : redirectTo(pathOfShare(id));
    } catch {
      // The disk is full, or a newer build upgraded the database.
      return redirectTo(pathOfShare());
    }
  };
}
