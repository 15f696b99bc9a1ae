import { nanoid } from 'nanoid';
import { safeParse } from 'valibot';
import type { ClientInput, Endpoint, Output } from '#contract/api/endpoint.ts';
import {
  type ClientInfo,
  type DeviceInfo,
  HEADER_OPERATION,
  HEADER_REQUEST_ID,
  HEADER_TOKEN,
  type UserInfo,
} from '#contract/api/envelope.ts';
import { REQUEST_ID_LENGTH } from '#contract/api/rules.ts';
import { type EndpointName, type Endpoints, endpoints } from '#contract/endpoints.ts';
import { BACKEND_ERROR, needLogin } from '#contract/errors.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { type Exchange, exchangeOnce, isRepeatable, withRetries } from './attempt.ts';
import { errorOf } from './errors.ts';

/** The dependencies of the API client: base URL, fetch, facts of device and client, the signed-in user, server time, pause and log. */
export type ApiPorts = {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly device: (endpoint: Endpoint) => Promise<DeviceInfo>;
  readonly client: ClientInfo;
  /** Returns the signed-in user; null when there is none. */
  readonly user: () => Promise<UserInfo | null>;
  /** Called with the Date header of an answer of our server, and the start and end of the exchange, device clock, ms. */
  readonly onServerTime: (serverTime: number, sentAt: number, receivedAt: number) => void;
  readonly pause: (ms: number) => Promise<void>;
  readonly log: (line: string) => void;
};

/** Options of one API call: its idempotency key, the user as whom it is sent, pauses between retries, and how to end it. */
export type CallOptions = {
  /** Idempotency key of a change: the same in all attempts and after a restart, so that the server recognizes a repetition. */
  readonly operationId?: string;
  readonly user?: UserInfo;
  readonly backoff?: boolean;
  readonly signal?: AbortSignal;
  /** Called after a failed attempt and again before the next one; false ends the retries. */
  readonly mayRetry?: () => boolean;
};

/** The client of the product's HTTP API. */
export type Api = {
  call<N extends EndpointName>(
    name: N,
    data: ClientInput<Endpoints[N]>,
    options?: CallOptions,
  ): Promise<Result<Output<Endpoints[N]>>>;
  /** Aborts every running call with the error `cancelled`. */
  cancelAll(): void;
};

/** Calls whose responses set or delete the cookie of private media or clear the browser's cache. */
const WITH_COOKIES: ReadonlySet<Endpoint> = new Set([
  endpoints.login,
  endpoints.userPwdLogin,
  endpoints.passkeyLogin,
  endpoints.mediaPass,
  endpoints.logout,
]);

/** Creates the client of the product's API (product 7.1). Failures of the network and of the server are returned as errors, not thrown. */
export function createApi(ports: ApiPorts): Api {
  const running = new Set<AbortController>();

  async function call<N extends EndpointName>(
    name: N,
    data: ClientInput<Endpoints[N]>,
    options: CallOptions = {},
  ): Promise<Result<Output<Endpoints[N]>>> {
    const endpoint: Endpoint = endpoints[name];
    // Registered before the first await, so that `cancelAll` aborts this call too.
    const controller = new AbortController();
    running.add(controller);
    try {
      return (await callWithin(endpoint, data, options, controller)) as Result<Output<Endpoints[N]>>;
    } finally {
      running.delete(controller);
    }
  }

  async function callWithin(
    endpoint: Endpoint,
    data: unknown,
    options: CallOptions,
    controller: AbortController,
  ): Promise<Result<unknown>> {
    const userInfo = endpoint.access === 'public' ? null : (options.user ?? (await ports.user()));
    if (endpoint.access === 'user' && !userInfo) return fail(needLogin);
    const operationId = endpoint.effect === 'change' ? (options.operationId ?? nanoid(REQUEST_ID_LENGTH)) : undefined;
    const body = JSON.stringify({ deviceInfo: await ports.device(endpoint), clientInfo: ports.client, userInfo, data });
    const cancel = options.signal ? AbortSignal.any([controller.signal, options.signal]) : controller.signal;
    const exchange = await withRetries(
      () => {
        const headers: Record<string, string> = {
          'Content-Type': 'application/json',
          [HEADER_REQUEST_ID]: nanoid(REQUEST_ID_LENGTH),
        };
        if (operationId !== undefined) headers[HEADER_OPERATION] = operationId;
        if (userInfo) {
          headers['Authorization'] = `Bearer ${userInfo.vcToken}`;
          headers[HEADER_TOKEN] = userInfo.vcToken;
        }
        return exchangeOnce(
          ports.fetch,
          ports.baseUrl + endpoint.path,
          { headers, body, ...(WITH_COOKIES.has(endpoint) && { credentials: 'include' as const }) },
          cancel,
        );
      },
      {
        pause: ports.pause,
        random: Math.random,
        backoff: options.backoff ?? false,
        isRepeatable: isRepeatable(endpoint, operationId),
        ...(options.mayRetry && { mayRetry: options.mayRetry }),
      },
    );
    const result = readAnswer(endpoint, exchange);
    // A success whose payload is invalid may come from another host, so its time is not used.
    if (exchange.kind === 'answer' && (result.ok || !exchange.answer.isSuccess))
      ports.onServerTime(exchange.serverTime, exchange.sentAt, exchange.receivedAt);
    // The server's message of a failure is logged (product 7.2). A broken exchange has none.
    if (!result.ok && result.error.msg) ports.log(`${endpoint.path}: ${result.error.msg}`);
    return result;
  }

  return {
    call,
    cancelAll(): void {
      for (const controller of running) controller.abort();
    },
  };
}

/**
 * Parses the outcome of an API call. Success is a 2xx or 304 status with `result` 1 (product 7.2). Everything else is mapped to an
 * AppError.
 */
export function readAnswer(endpoint: Endpoint, exchange: Exchange): Result<unknown> {
  if (exchange.kind === 'broken') return fail({ code: exchange.why });
  const { answer, retryAfterMs } = exchange;
  if (!answer.isSuccess) return fail(errorOf(endpoint, { ...answer, retryAfterMs }));
  const output = safeParse(endpoint.output, answer.data);
  return output.success ? ok(output.output) : fail({ code: 'server-error', msg: BACKEND_ERROR });
}
