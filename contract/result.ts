/** What crosses a thread or a network: errors are data, because Comlink keeps only name, message and stack of an Error. */
export type Result<T, E = AppError> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

/**
 * Every failure a page may have to explain. `src/i18n/errors.ts` has one sentence for each, checked by the compiler.
 * `msg` is what the backend said, or the text that product 8.1 gives the failure: for the log, not for people.
 */
export type AppError = Failure & { readonly msg?: string };

type Failure =
  | { readonly code: 'offline' }
  | { readonly code: 'timeout' }
  | { readonly code: 'cancelled' }
  | { readonly code: 'unauthorized' }
  | { readonly code: 'wrong-credentials' }
  /** Google did not vouch for who wants to sign in. */
  | { readonly code: 'google-refused' }
  | { readonly code: 'need-login' }
  | { readonly code: 'invalid-token' }
  | { readonly code: 'bad-request'; readonly detail: string }
  | { readonly code: 'not-found' }
  | { readonly code: 'favourites-full'; readonly max: number }
  | { readonly code: 'forbidden' }
  | { readonly code: 'conflict' }
  | { readonly code: 'rate-limited'; readonly retryAfterMs: number }
  | { readonly code: 'server-error' }
  | { readonly code: 'message-empty' }
  /** It holds a character that is no text: a control, half of a pair, a non-character. */
  | { readonly code: 'message-unreadable' }
  | { readonly code: 'message-too-long'; readonly maxChars: number }
  | { readonly code: 'core-lost' }
  | { readonly code: 'stale-build' }
  | { readonly code: 'storage-full' }
  | { readonly code: 'storage-broken' }
  /** `detail` is one of CALL_ERRORS or CALL_REASONS (contract/calls/calls.ts). */
  | { readonly code: 'call'; readonly detail: string }
  /** Not a picture or clip of a kind we take, whatever its name says. */
  | { readonly code: 'upload-type' }
  | { readonly code: 'upload-too-large'; readonly maxBytes: number }
  /** More pixels than we decode. */
  | { readonly code: 'upload-dimensions' }
  | { readonly code: 'upload-too-long'; readonly maxSeconds: number }
  /** Damaged, cut short, or not decodable. */
  | { readonly code: 'upload-unreadable' }
  /** A picture or clip that is a page, a script or an archive as well. */
  | { readonly code: 'upload-disguised' }
  /** As much as one account may send in a day was sent. */
  | { readonly code: 'upload-quota' }
  /** The server's disk is full. */
  | { readonly code: 'upload-no-room' };

export type ErrorCode = AppError['code'];

export const ok = <T>(value: T) => ({ ok: true, value }) as const;
export const fail = <E>(error: E) => ({ ok: false, error }) as const;

/** Makes a forgotten case of a union a compile error. */
export function unreachable(value: never): never {
  throw new TypeError(`Unhandled case: ${JSON.stringify(value)}`);
}
