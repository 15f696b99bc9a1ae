import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Endpoint } from '../contract/api/endpoint.ts';
import { HEADER_OPERATION, RESULT_OK, requestBody } from '../contract/api/envelope.ts';
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import type { AppError, Result } from '../contract/result.ts';
import { type Identity, identify } from './account/identify.ts';
import type { Database, Queries } from './database/connect.ts';
import type { OwnNews } from './database/notifications.ts';
import type { Handlers, Replays, UserCaller } from './http/callers.ts';
import type { Cookies } from './http/cookies.ts';
import { failureOf } from './http/failures.ts';
import { type Answer, isOperationKey, type Operation, onceOnly, savedAnswer } from './http/idempotency.ts';
import { hashJson } from './http/json.ts';
import { failureBody, RequestRefused } from './http/replies.ts';
import type { CallLimit } from './limits/login-limits.ts';
import type { Logger } from './log.ts';

export type ApiParts = {
  readonly db: Database;
  readonly domain: string;
  readonly handlers: Handlers;
  readonly replays: Replays;
  readonly cookies: Cookies;
  readonly log: Logger;
  readonly news: OwnNews;
  /** Asked in this order, after the caller is known. Empty: nothing is limited. */
  readonly limits: readonly CallLimit[];
};

/** What the handlers have in common once the compiler has checked each against its own row. */
type AnyHandler = (
  caller: UserCaller & { readonly viewer: number | undefined },
  input: unknown,
) => Promise<Result<unknown>>;

/** One POST route for each row of the endpoint table. */
export function registerApi(app: FastifyInstance, parts: ApiParts): void {
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    app.post(endpoints[name].path, async (request, reply) => {
      // The pictures that this person saw are in the browser's own cache, where no script gets at them. A token that was dead
      // already is no reason to keep them.
      if (name === 'logout') reply.header('clear-site-data', '"cache"');
      const { answer, cookie } = await answerCall(name, request, parts);
      if (cookie !== undefined) reply.header('set-cookie', request.protocol === 'https' ? `${cookie}; Secure` : cookie);
      return reply.code(answer.status).send(answer.body);
    });
  }
}

type Answered = { readonly answer: Answer; readonly cookie?: string | undefined };

async function answerCall(name: EndpointName, request: FastifyRequest, parts: ApiParts): Promise<Answered> {
  const row: Endpoint = endpoints[name];
  const body = parse(requestBody, request.body);
  // Before the data is looked at, so that a stranger learns nothing of what an endpoint takes.
  const identity = row.access === 'user' ? await accept(request, row, body.userInfo, parts) : undefined;
  const viewer = row.access === 'anyone' ? await recognise(request, body.userInfo, parts) : identity?.uid;
  const input = parse(row.input, body.data ?? {});
  for (const limit of parts.limits) {
    const waitMs = await limit(request, name, input);
    if (waitMs > 0) refuse({ code: 'rate-limited', retryAfterMs: waitMs });
  }

  // Only queued writes are sent again later; keeping the answers of reads would cost more than the reads.
  const named =
    identity && (row.delivery === 'queued' || row.once) ? operationOf(request, name, identity, body.data) : undefined;
  const answering = (handler: AnyHandler) => async (db: Queries) => {
    const { uid = 0, tokenHash = '', adult = false } = identity ?? {};
    const once = named && { operation: named.key, bodyHash: named.bodyHash };
    const caller = { db, device: body.deviceInfo, uid, tokenHash, adult, viewer, origin: originOf(request), once };
    return toAnswer(row, await handler(caller, input));
  };
  const run = answering(parts.handlers[name] as AnyHandler);
  // The key of what is done `once` is a name that its own rows keep.
  const operation = row.delivery === 'queued' ? named : undefined;
  if (identity?.live === false) return { answer: await replayOfLogout(name, operation, parts.db) };
  const { replays } = parts;
  const anew = Object.hasOwn(replays, name) ? answering(replays[name as keyof Replays] as AnyHandler) : undefined;
  const answer = operation ? unwrap(await onceOnly(parts.db, operation, run, anew)) : await run(parts.db);
  // Whoever is told that a block holds, or that they may write now, can rely on it with the very next message.
  if (row.delivery === 'queued' || name === 'giveAge') await parts.news.caughtUp();
  return { answer, cookie: answer.status === 200 ? await cookieOf(name, identity, answer.body, parts) : undefined };
}

/** Pages of other origins are refused before (http/origins.ts). */
const originOf = ({ headers, protocol, host }: FastifyRequest): string => headers.origin ?? `${protocol}://${host}`;

/** A login is worth more than its cookie: without one it is asked for later. */
async function cookieOf(name: EndpointName, identity: Identity | undefined, body: unknown, parts: ApiParts) {
  const { uid = 0, tokenHash = '' } = identity ?? {};
  const data: unknown = Object(body).data;
  try {
    return await parts.cookies[name]?.({ db: parts.db, uid, tokenHash, data });
  } catch (error) {
    parts.log.warn({ err: error }, 'a cookie was not made');
    return undefined;
  }
}

type Claimed = v.InferOutput<typeof requestBody>['userInfo'];

async function accept(request: FastifyRequest, row: Endpoint, claimed: Claimed, parts: ApiParts) {
  const identity = unwrap(await identify(parts.db, request.headers, claimed, parts.domain));
  if (row.adult !== false && identity.live && !identity.adult) refuse({ code: 'age' });
  request.uid = identity.uid;
  return identity;
}

/** Whoever comes without a token that lives is a visitor, and welcome. */
async function recognise(request: FastifyRequest, claimed: Claimed, parts: ApiParts): Promise<number | undefined> {
  const identity = claimed && (await identify(parts.db, request.headers, claimed, parts.domain));
  if (!identity?.ok || !identity.value.live) return undefined;
  request.uid = identity.value.uid;
  return identity.value.uid;
}

/**
 * A logout ends its own token, so a logout whose answer was lost comes back with a dead one: it gets the saved answer.
 * Everything else with a dead token is refused.
 */
async function replayOfLogout(name: EndpointName, operation: Operation | undefined, db: Database): Promise<Answer> {
  if (name !== 'logout' || operation === undefined) return refuse({ code: 'unauthorized' });
  return unwrap(await savedAnswer(db, operation));
}

function operationOf(
  request: FastifyRequest,
  endpoint: EndpointName,
  { uid }: Identity,
  data: unknown,
): Operation | undefined {
  const key = request.headers[HEADER_OPERATION.toLowerCase()];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !isOperationKey(key)) {
    return refuse({ code: 'bad-request', detail: `${HEADER_OPERATION}: must be 8 to 64 URL-safe characters` });
  }
  return { uid, endpoint, key, bodyHash: hashJson(data ?? {}) };
}

/** An output that does not fit its row is a bug of ours, so it throws. */
function toAnswer(row: Endpoint, result: Result<unknown>): Answer {
  if (result.ok) return { status: 200, body: { result: RESULT_OK, msg: '', data: v.parse(row.output, result.value) } };
  const failure = failureOf(result.error);
  // Failures that may pass by themselves must not be saved as the answer of an operation.
  if (failure.status >= 500 || failure.status === 429) throw new RequestRefused(failure);
  return { status: failure.status, body: failureBody(failure) };
}

function parse<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  return refuse({ code: 'bad-request', detail: `${v.getDotPath(issue) ?? 'body'}: ${issue.message}` });
}

function unwrap<T>(result: Result<T>): T {
  return result.ok ? result.value : refuse(result.error);
}

function refuse(error: AppError): never {
  throw new RequestRefused(failureOf(error));
}
