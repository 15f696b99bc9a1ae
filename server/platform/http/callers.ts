import type { ApiHandlers, Output, RecomputedEndpoint } from '../../../contract/api/endpoint.ts';
import type { DeviceInfo } from '../../../contract/api/envelope.ts';
import type { EndpointName, Endpoints } from '../../../contract/endpoints.ts';
import type { Result } from '../../../contract/result.ts';
import type { Queries } from '../database/connect.ts';

/** The caller of a `public` endpoint, which reads no token, as its handler receives it. */
type PublicCaller = {
  /** The pool, or the transaction that also saves the answer. Handlers must use no other connection. */
  readonly db: Queries;
  readonly device: DeviceInfo;
  /** The origin of the calling page, which is an allowed one; without the header Origin, that of the server itself. */
  readonly origin: string;
};
/** The caller of an endpoint with or without a token (`anyone`); `viewer` is the account of a valid token. */
type AnyCaller = PublicCaller & { readonly viewer: number | undefined };
/**
 * The caller of an endpoint that requires a valid token, as its handler receives it. It has no role: a handler that needs the role reads it
 * from the database, and never uses `userInfo.role` of the request.
 */
export type UserCaller = PublicCaller & {
  readonly uid: number;
  readonly tokenHash: string;
  /** Whether the account is an adult. Otherwise only endpoints with `adult: false` are available. */
  readonly adult: boolean;
  /** The operation id of the request and the hash of its body; undefined for an endpoint that changes nothing. */
  readonly once: { readonly operation: string; readonly bodyHash: string } | undefined;
};

/** Endpoints that do slow work (hashing a password, asking Google) before the transaction of their effect. */
const STAGED = [
  'login',
  'userPwdLogin',
  'setPassword',
  'deleteAccount',
  'beginRecoveryEmail',
  'confirmRecoveryEmail',
  'removeRecoveryEmail',
  'recoverAccount',
  'beginPasskey',
  'addPasskey',
  'removePasskey',
  'passkeyLogin',
] as const satisfies readonly EndpointName[];
type Staged = (typeof STAGED)[number];
/** Whether the endpoint's handler does slow work before its transaction and returns a `Commit`: see `STAGED`. */
export const isStaged = (name: EndpointName): name is Staged => (STAGED as readonly EndpointName[]).includes(name);

/** Registers work that the API starts when the transaction of a staged handler is committed, and never if it is rolled back. */
export type AfterCommit = (work: () => void) => void;

/**
 * The effect of a staged handler, which the API runs in the transaction that stores the answer. It checks again everything that may have
 * changed since the slow work.
 */
export type Commit<Output> = (tx: Queries, afterCommit: AfterCommit) => Promise<Result<Output>>;

type Answers = {
  readonly [K in EndpointName]: K extends Staged ? Commit<Output<Endpoints[K]>> : Result<Output<Endpoints[K]>>;
};

/**
 * The handlers of all endpoints, which the domains provide. A staged handler gets the pool, changes nothing, and returns its effect; to
 * refuse, it returns an effect that refuses.
 */
export type Handlers = ApiHandlers<Endpoints, { public: PublicCaller; anyone: AnyCaller; user: UserCaller }, Answers>;

/**
 * Handlers that compute the answer to a repeated request whose first answer was not stored (endpoints with `replay: 'recomputed'`). They
 * change nothing.
 */
export type Replays = Pick<Handlers, RecomputedEndpoint<Endpoints>>;
