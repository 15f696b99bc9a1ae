import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { RESULT_OK } from '../contract/api/answer.ts';
import type { Endpoint } from '../contract/api/endpoint.ts';
import { HEADER_OPERATION, requestBody } from '../contract/api/envelope.ts';
import { REQUEST_ID_LENGTH } from '../contract/api/rules.ts';
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import { INVALID_ID } from '../contract/external-id.ts';
import { isExternalId } from '../contract/ids.ts';
import type { AppError, Result } from '../contract/result.ts';
import { type Identity, identify } from './domains/account/identify.ts';
import type { Database, Queries } from './platform/database/connect.ts';
import type { OwnNews } from './platform/database/notifications.ts';
import { type Commit, type Handlers, isStaged, type Replays, type UserCaller } from './platform/http/callers.ts';
import type { Cookies } from './platform/http/cookies.ts';
import { failureOf } from './platform/http/failures.ts';
import { type Answer, type Operation, onceOnly, runOnce, savedAnswer } from './platform/http/idempotency.ts';
import { hashJson } from './platform/http/json.ts';
import { failureBody, RequestRefused } from './platform/http/replies.ts';
import { isSealingKey, sealedStore } from './platform/http/sealed-answers.ts';
import type { CallLimit } from './platform/limits/login-limits.ts';
import type { Logger } from './platform/log/log.ts';

/** Dependencies of `registerApi`: the handlers of all domains, the database, and the rate limits of requests. */
export type ApiParts = {
  readonly db: Database;
  readonly domain: string;
  readonly handlers: Handlers;
  readonly replays: Replays;
  readonly cookies: Cookies;
  readonly log: Logger;
  readonly news: OwnNews;
  /**
   * Awaited before the handler of each request with a live token to an endpoint that requires one: stores the country of the account's
   * connection. Undefined: no country is stored.
   */
  readonly onCaller?: ((uid: number, request: FastifyRequest) => Promise<void>) | undefined;
  /** Rate limits, checked in this order after the caller is identified; empty means no limits. */
  readonly limits: readonly CallLimit[];
};

/** The caller as every handler receives it; `uid` is 0 for endpoints that need no account. */
type Caller = UserCaller & { readonly viewer: number | undefined };
type AnyHandler = (caller: Caller, input: unknown) => Promise<Result<unknown>>;
type StagedHandler = (caller: Caller, input: unknown) => Promise<Commit<unknown>>;

/**
 * Registers one POST route for each row of the endpoint table, once at the start. Each authenticates, validates, limits, and calls the
 * handler.
 */
export function registerApi(app: FastifyInstance, parts: ApiParts): void {
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    app.post(endpoints[name].path, async (request, reply) => {
      // Clear-Site-Data (W3C) also drops cached pictures, which scripts cannot delete. It is sent even when the token is already revoked.
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
  // Authenticate before validating `data`, so that anonymous callers cannot probe the input schema.
  const identity = row.access === 'user' ? await accept(request, row, body.userInfo, parts) : undefined;
  const viewer = row.access === 'anyone' ? await recognise(request, body.userInfo, parts) : identity?.uid;
  const key = row.effect === 'change' ? keyOf(request, row) : '';
  const input = parse(row.input, body.data ?? {});
  for (const limit of parts.limits) {
    const waitMs = await limit({ request, name, input, device: body.deviceInfo.androidId });
    if (waitMs > 0) refuse({ code: 'rate-limited', retryAfterMs: waitMs });
  }

  const callerOn = (db: Queries): Caller => {
    const { uid = 0, tokenHash = '', adult = false } = identity ?? {};
    const once = row.effect === 'change' ? { operation: key, bodyHash: hashJson(body.data ?? {}) } : undefined;
    return { db, device: body.deviceInfo, uid, tokenHash, adult, viewer, origin: originOf(request), once };
  };
  const answering = (handler: AnyHandler) => async (db: Queries) => toAnswer(row, await handler(callerOn(db), input));
  const { db, handlers, replays } = parts;
  const handler = handlers[name] as AnyHandler | StagedHandler;
  const run = answering(handler as AnyHandler);
  const isDead = identity?.live === false;

  async function answerChange(): Promise<Answer> {
    if (row.delivery === 'queued') {
      const { uid = 0 } = identity ?? {};
      const operation: Operation = { uid, endpoint: name, key, bodyHash: hashJson(body.data ?? {}) };
      if (isDead)
        return name === 'logout' ? unwrap(await savedAnswer(db, operation)) : refuse({ code: 'unauthorized' });
      const recompute = Object.hasOwn(replays, name)
        ? answering(replays[name as keyof Replays] as AnyHandler)
        : undefined;
      return unwrap(await onceOnly(db, operation, run, recompute));
    }
    if ('once' in row) return isDead ? refuse({ code: 'unauthorized' }) : run(db);
    const store = sealedStore({ endpoint: name, caller: identity?.tokenHash ?? '', key, data: body.data });
    // A change may revoke the caller's own token, so its retry arrives with a revoked one.
    const saved = isDead || isStaged(name) ? await store.find(db) : undefined;
    if (saved) return unwrap(saved);
    if (isDead) return refuse({ code: 'unauthorized' });
    if (!isStaged(name)) return unwrap(await runOnce(db, store, run));
    const commit = await (handler as StagedHandler)(callerOn(db), input);
    const onCommit: (() => void)[] = [];
    const answered = unwrap(
      await runOnce(db, store, async (tx) => toAnswer(row, await commit(tx, (work) => onCommit.push(work)))),
    );
    for (const start of onCommit) start();
    return answered;
  }

  if (row.effect === 'read' && isDead) refuse({ code: 'unauthorized' });
  const answer = row.effect === 'read' ? await run(db) : await answerChange();
  // After a queued change (e.g. a block) or a given age, wait until this process has applied it: the edge then enforces it for the
  // client's next message.
  if (row.delivery === 'queued' || name === 'giveAge') await parts.news.caughtUp();
  return { answer, cookie: answer.status === 200 ? await cookieOf(name, identity, answer.body, parts) : undefined };
}

/** The origin of the calling page. Foreign origins are refused earlier (platform/http/origins.ts). */
const originOf = ({ headers, protocol, host }: FastifyRequest): string => headers.origin ?? `${protocol}://${host}`;

/** The cookie to set with the answer. A failure is only logged: a login without its cookie is still valid. */
async function cookieOf(name: EndpointName, identity: Identity | undefined, body: unknown, parts: ApiParts) {
  const { uid = 0, tokenHash = '' } = identity ?? {};
  const data: unknown = Object(body).data;
  try {
    return await parts.cookies[name]?.({ db: parts.db, uid, tokenHash, data });
  } catch (error) {
    parts.log.warn({ err: error }, 'failed to create the cookie of an answer');
    return undefined;
  }
}

type Claimed = v.InferOutput<typeof requestBody>['userInfo'];

async function accept(request: FastifyRequest, row: Endpoint, claimed: Claimed, parts: ApiParts) {
  const identity = unwrap(await identify(parts.db, request.headers, claimed, parts.domain));
  if (row.adult !== false && identity.live && !identity.adult) refuse({ code: 'age' });
  request.uid = identity.uid;
  if (identity.live) await parts.onCaller?.(identity.uid, request);
  return identity;
}

/** Identifies the caller of a public endpoint. A request without a valid token is anonymous (undefined). */
async function recognise(request: FastifyRequest, claimed: Claimed, parts: ApiParts): Promise<number | undefined> {
  const identity = claimed && (await identify(parts.db, request.headers, claimed, parts.domain));
  if (!identity?.ok || !identity.value.live) return undefined;
  request.uid = identity.value.uid;
  return identity.value.uid;
}

/**
 * The Idempotency-Key of a change. Refuses a missing or malformed one, and one that is too short for an endpoint whose stored answers are
 * encrypted with it.
 */
function keyOf(request: FastifyRequest, row: Endpoint): string {
  const key = request.headers[HEADER_OPERATION.toLowerCase()];
  const isSealed = 'replay' in row && row.replay === 'sealed';
  if (isExternalId(key) && (!isSealed || isSealingKey(key))) return key;
  const detail = isExternalId(key) ? `must have at least ${REQUEST_ID_LENGTH} characters` : INVALID_ID;
  return refuse({ code: 'bad-request', detail: `${HEADER_OPERATION}: ${detail}` });
}

/** Converts a handler's result to the stored answer. Output that does not match the endpoint's schema is a server bug and throws. */
function toAnswer(row: Endpoint, result: Result<unknown>): Answer {
  if (result.ok) return { status: 200, body: { result: RESULT_OK, msg: '', data: v.parse(row.output, result.value) } };
  const failure = failureOf(result.error);
  // Transient failures (5xx, 429) throw, so that they are not stored as the answer of the operation.
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
