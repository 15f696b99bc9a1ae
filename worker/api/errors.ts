import { is, literal, object } from 'valibot';
import type { Endpoint } from '#contract/api/endpoint.ts';
import { BACKEND_ERROR, INVALID_TOKEN, NEED_LOGIN } from '#contract/errors.ts';
import type { AppError } from '#contract/result.ts';

/** A failure as the backend told it. `msg` is empty where it said nothing that can be read. */
export type Refused = {
  readonly status: number;
  readonly retryAfterMs: number;
  readonly msg: string;
  readonly data: unknown;
};

const googleRefused = object({ code: literal('google-refused') });

/** The backend's msg is used as the error (product 7.2); where it has none, BACKEND_ERROR (product 8.1). */
export function errorOf({ access }: Pick<Endpoint, 'access'>, refused: Refused): AppError {
  const msg = refused.msg || BACKEND_ERROR;
  switch (refused.status) {
    case 400:
    case 413:
      return msg === INVALID_TOKEN ? { code: 'invalid-token', msg } : { code: 'bad-request', detail: refused.msg, msg };
    case 401:
      if (msg === NEED_LOGIN) return { code: 'need-login', msg };
      if (access !== 'public') return { code: 'unauthorized', msg };
      if (is(googleRefused, refused.data)) return { code: 'google-refused', msg };
      // Without a token there is none that could have expired: the credentials themselves were wrong.
      return { code: msg === INVALID_TOKEN ? 'invalid-token' : 'wrong-credentials', msg };
    case 403:
      return { code: 'forbidden', msg };
    case 404:
      return { code: 'not-found', msg };
    case 409:
      return { code: 'conflict', msg };
    case 429:
      return { code: 'rate-limited', retryAfterMs: refused.retryAfterMs, msg };
    default:
      return { code: 'server-error', msg };
  }
}
