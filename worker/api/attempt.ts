import type { Endpoint } from '#contract/api/endpoint.ts';
import {
  REQUEST_BACKOFF_FACTOR,
  REQUEST_BACKOFF_JITTER,
  REQUEST_BACKOFF_MS,
  REQUEST_RETRIES,
  REQUEST_TIMEOUT_MS,
} from '#contract/api/rules.ts';

/** Outcome of one HTTP exchange. `broken`: no complete response was received. */
export type Exchange =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: unknown;
      readonly retryAfterMs: number;
      readonly serverTime: number;
    }
  | { readonly kind: 'broken'; readonly why: 'offline' | 'timeout' | 'cancelled' };

/** Returns whether the exchange failed temporarily, so that a retry may succeed: a network error or a status of 500-599 (product 7.2). */
export const isRetryable = (exchange: Exchange) =>
  exchange.kind === 'broken' ? exchange.why !== 'cancelled' : exchange.status >= 500 && exchange.status <= 599;

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

/** Retries an exchange as product 7.2 allows: at most REQUEST_RETRIES times, and only while `mayRetry` returns true. */
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

/** Sends one POST with a timeout of REQUEST_TIMEOUT_MS. Never rejects: without a complete response, the result is `broken`. */
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
    const response = await fetcher(url, {
      method: 'POST',
      credentials: 'omit',
      ...init,
      signal,
      cache: 'no-store',
    });
    const body: unknown = await response.json().catch((error: unknown) => {
      // A body that is not JSON still counts as a response; an incomplete one does not.
      if (!(error instanceof SyntaxError)) throw error;
    });
    const seconds = Number(response.headers.get('Retry-After'));
    return {
      kind: 'answer',
      status: response.status,
      body,
      retryAfterMs: Number.isFinite(seconds) ? seconds * 1_000 : 0,
      serverTime: Date.parse(response.headers.get('Date') ?? ''),
    };
  } catch {
    if (cancel.aborted) return { kind: 'broken', why: 'cancelled' };
    return { kind: 'broken', why: timeout.aborted ? 'timeout' : 'offline' };
  }
}
