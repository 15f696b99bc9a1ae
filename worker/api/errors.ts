import { exactOptional, is, literal, number, object, picklist, union } from 'valibot';
import type { Endpoint } from '#contract/api/endpoint.ts';
import { amount } from '#contract/api/shapes.ts';
import { BOOKING_REFUSALS } from '#contract/calls/booking-rules.ts';
import { BACKEND_ERROR, INVALID_TOKEN, NEED_LOGIN } from '#contract/errors.ts';
import type { AppError } from '#contract/result.ts';
import { LIMIT_SCOPES, LIMIT_WINDOWS } from '#contract/wallet/limits.ts';

/** An error response of the backend: HTTP status, pause before a retry (ms), readable message ('' if there is none), and details. */
export type ErrorResponse = {
  readonly status: number;
  readonly retryAfterMs: number;
  readonly msg: string;
  readonly data: unknown;
};

const priceChanged = object({ code: literal('price-changed'), price: exactOptional(amount) });
const tooFewGems = object({ code: literal('gems-insufficient'), need: amount, balance: amount });
/** Known details of a 422 response; one with other details or none is `server-error`. */
const unprocessable = union([
  object({
    code: picklist([
      ...(['not-refundable', 'too-many-orders', 'claimed', 'channel-closed', 'not-sold'] as const),
      ...(['password-length', 'password-common', 'device-taken'] as const),
    ]),
  }),
  object({ code: literal('not-closable'), waitsFor: picklist(['call', 'booking', 'order', 'owed']) }),
  object({ code: literal('booking'), reason: picklist(BOOKING_REFUSALS) }),
  object({
    code: literal('spend-limit'),
    scope: picklist(LIMIT_SCOPES),
    window: picklist(LIMIT_WINDOWS),
    left: amount,
  }),
]);
/** Known details of a 403 response; one with other details or none is `forbidden`. */
const ofAccount = union([
  object({ code: picklist(['wrong-password', 'wrong-code', 'age', 'underage']) }),
  object({ code: literal('closing'), until: number() }),
]);
const gatewayDown = object({ code: literal('gateway-down') });
const googleRefused = object({ code: literal('google-refused') });

/**
 * Maps an error response to the error for the page: with the backend's msg (product 7.2), or BACKEND_ERROR when it sent none (product
 * 8.1).
 */
export function errorOf({ access }: Pick<Endpoint, 'access'>, refused: ErrorResponse): AppError {
  const msg = refused.msg || BACKEND_ERROR;
  switch (refused.status) {
    case 400:
    case 413:
      return msg === INVALID_TOKEN ? { code: 'invalid-token', msg } : { code: 'bad-request', detail: refused.msg, msg };
    case 401:
      if (msg === NEED_LOGIN) return { code: 'need-login', msg };
      if (access !== 'public') return { code: 'unauthorized', msg };
      if (is(googleRefused, refused.data)) return { code: 'google-refused', msg };
      // A call without a token cannot have an expired one, so the credentials were wrong.
      return { code: msg === INVALID_TOKEN ? 'invalid-token' : 'wrong-credentials', msg };
    case 402:
      return is(tooFewGems, refused.data) ? { ...refused.data, msg } : { code: 'server-error', msg };
    case 410:
      return { code: 'gone', msg };
    case 403:
      return is(ofAccount, refused.data) ? { ...refused.data, msg } : { code: 'forbidden', msg };
    case 404:
      return { code: 'not-found', msg };
    case 409:
      return is(priceChanged, refused.data) ? { ...refused.data, msg } : { code: 'conflict', msg };
    case 422:
      return is(unprocessable, refused.data) ? { ...refused.data, msg } : { code: 'server-error', msg };
    case 423:
      return { code: 'locked', msg };
    case 503:
      return { code: is(gatewayDown, refused.data) ? 'gateway-down' : 'server-error', msg };
    case 429:
      return { code: 'rate-limited', retryAfterMs: refused.retryAfterMs, msg };
    default:
      return { code: 'server-error', msg };
  }
}
