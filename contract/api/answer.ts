/**
 * Decides whether an HTTP response was written by our server. A proxy, a captive portal, an edge that is being deployed or another program
 * on a developer's port also answers, with any status and any body. Without valibot, because the service worker uses it for files.
 */

/** `result` of a successful response. */
export const RESULT_OK = 1;

/** The parts of an HTTP response by which `readServerAnswer` decides. */
type HttpResponse = {
  readonly status: number;
  /** Value of the Content-Type header; empty when there is none. */
  readonly contentType: string;
  /** Whether a redirect was followed. The server redirects no request of the app. */
  readonly isRedirected: boolean;
  readonly text: string;
};

/**
 * A response as a client has read it by `readServerAnswer`. Its body was the JSON envelope `{ result, msg, data }` (wire 1.2), and `result`
 * agreed with the status.
 */
export type ServerAnswer = {
  readonly status: number;
  /** False for a refusal. */
  readonly isSuccess: boolean;
  /** The server's text of a refusal; empty for a success without one. */
  readonly msg: string;
  /** The payload, or the details of a refusal. */
  readonly data: unknown;
  /** The whole body. An upload answers beside `result`, not in `data`. */
  readonly body: Readonly<Record<string, unknown>>;
};

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const MEDIA_TYPE = /^(?:image|video|audio)\//i;

/** Parses JSON text; returns undefined when it is not a complete JSON object. */
export function parseJsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const isSuccessStatus = (status: number) => (status >= 200 && status <= 299) || status === 304;
const isFailureStatus = (status: number) => status >= 400 && status <= 599;

/**
 * Returns the answer of our server; undefined for every other response, which is treated like an unreachable server: it refuses nothing,
 * ends no session and sets no clock. All code that acts on a status of the API, of uploads or of media decides by this function.
 */
export function readServerAnswer({ status, contentType, isRedirected, text }: HttpResponse): ServerAnswer | undefined {
  if (isRedirected || !JSON_TYPE.test(contentType)) return undefined;
  const body = parseJsonObject(text);
  if (body === undefined) return undefined;
  const { result, msg, data } = body;
  if (isSuccessStatus(status) && result === RESULT_OK)
    return { status, isSuccess: true, msg: typeof msg === 'string' ? msg : '', data, body };
  if (isFailureStatus(status) && result === status && typeof msg === 'string')
    return { status, isSuccess: false, msg, data, body };
  return undefined;
}

/** A `Response` of fetch, of which only these members are read. */
type FetchResponse = {
  readonly status: number;
  readonly redirected: boolean;
  readonly headers: { get(name: string): string | null };
};
const contentTypeOf = ({ headers }: FetchResponse) => headers.get('content-type') ?? '';

/** Reads the body of a fetch response and returns our server's answer, or undefined. Rejects when the body breaks off. */
export const readFetchAnswer = async (
  response: FetchResponse & { text(): Promise<string> },
): Promise<ServerAnswer | undefined> =>
  readServerAnswer({
    status: response.status,
    contentType: contentTypeOf(response),
    isRedirected: response.redirected,
    text: await response.text(),
  });

/** Returns whether the response is a media file or a part of one, and not a page that another host sent in its place. */
export const isMediaFile = (response: FetchResponse): boolean =>
  (response.status === 200 || response.status === 206) &&
  !response.redirected &&
  MEDIA_TYPE.test(contentTypeOf(response));
