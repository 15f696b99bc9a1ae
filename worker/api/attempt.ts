import { readFetchAnswer, type ServerAnswer } from '#contract/api/answer.ts';
import type { Endpoint } from '#contract/api/endpoint.ts';
import {
  REQUEST_BACKOFF_FACTOR,
  REQUEST_BACKOFF_JITTER,
  REQUEST_BACKOFF_MS,
  REQUEST_RETRIES,
  REQUEST_TIMEOUT_MS,
} from '#contract/api/rules.ts';

/** Outcome of one HTTP exchange. `broken`: no complete answer of our server was received; the response of another host is `offline`. */
export type Exchange =
  | {
      readonly kind: 'answer';
      readonly answer: ServerAnswer;
      readonly retryAfterMs: number;
      /** The Date header, ms; NaN without one. */
      readonly serverTime: number;
      /** Start and end of the exchange, device clock, ms. */
      readonly sentAt: number;
      readonly receivedAt: number;
    }
  | { readonly kind: 'broken'; readonly why: 'offline' | 'timeout' | 'cancelled' };

/**
 * Returns whether the exchange failed temporarily, so that a retry may succeed: no answer, unless the call was cancelled, or a status of
 * 500-599 (product 7.2).
 */
export const isRetryable = (exchange: Exchange) =>
  exchange.kind === 'broken' ? exchange.why !== 'cancelled' : exchange.answer.status >= 500;

/**
 * Returns the delay before a retry, ms: 100 ms, doubled per retry, plus up to 20 % jitter (product 9.3). `retry` counts from 0; `random`
 * is in [0, 1).
 */
export function backoff(retry: number, random: number): number {
  const base = REQUEST_BACKOFF_MS * REQUEST_BACKOFF_FACTOR ** retry;
  return base + base * REQUEST_BACKOFF_JITTER * random;
}

/**
 * Returns whether a call may be retried (product 7.2: safe or idempotent methods): a read, or a change with an
 * operation id, by which the server recognizes the repetition.
 */
export const isRepeatable = ({ effect }: Pick<Endpoint, 'effect'>, operationId: string | undefined) =>
  effect === 'read' || operationId !== undefined;

/** Retries an exchange that failed temporarily (product 7.2), at most REQUEST_RETRIES times, and only while `mayRetry` returns true. */
export async function withRetries(
  exchange: (attempt: number) => Promise<Exchange>,
  options: {
    readonly pause: (ms: number) => Promise<void>;
    readonly random: () => number;
    readonly backoff: boolean;
    /** See `isRepeatable`. False: a single attempt. */
    readonly isRepeatable: boolean;
    readonly mayRetry?: () => boolean;
  },
): Promise<Exchange> {
  const { mayRetry = () => true } = options;
  if (!options.isRepeatable) return exchange(0);
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await exchange(attempt);
    if (attempt >= REQUEST_RETRIES || !isRetryable(outcome) || !mayRetry()) return outcome;
    if (options.backoff) await options.pause(backoff(attempt, options.random()));
    if (!mayRetry()) return outcome;
  }
}

/** Sends one POST with a timeout of REQUEST_TIMEOUT_MS. Never rejects: without an answer of our server, the result is `broken`. */
export async function exchangeOnce(
  fetcher: typeof fetch,
  url: string,
  init: {
    readonly headers: Record<string, string>;
    readonly body: string;
    /** Without credentials the browser ignores `Set-Cookie` and `Clear-Site-Data`. The API itself reads no cookies. */
    readonly credentials?: 'include';
  },
  cancel: AbortSignal,
): Promise<Exchange> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const signal = AbortSignal.any([timeout, cancel]);
  try {
    const sentAt = Date.now();
    const response = await fetcher(url, {
      method: 'POST',
      credentials: 'omit',
      // A redirect, for example to the login page of a network, is not an answer of our server, and must not receive the token.
      redirect: 'error',
      ...init,
      signal,
      cache: 'no-store',
    });
    const answer = await readFetchAnswer(response);
    if (!answer) return { kind: 'broken', why: 'offline' };
    const seconds = Number(response.headers.get('Retry-After'));
    return {
      kind: 'answer',
      answer,
      retryAfterMs: Number.isFinite(seconds) ? seconds * 1_000 : 0,
      serverTime: Date.parse(response.headers.get('Date') ?? ''),
      sentAt,
      receivedAt: Date.now(),
    };
  } catch {
    if (cancel.aborted) return { kind: 'broken', why: 'cancelled' };
    return { kind: 'broken', why: timeout.aborted ? 'timeout' : 'offline' };
  }
}
