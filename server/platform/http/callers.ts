import type { AnsweredAnew, ApiHandlers, Output } from '../../../contract/api/endpoint.ts';
import type { DeviceInfo } from '../../../contract/api/envelope.ts';
import type { EndpointName, Endpoints } from '../../../contract/endpoints.ts';
import type { Result } from '../../../contract/result.ts';
import type { Queries } from '../database/connect.ts';

/** Caller without a token. */
type PublicCaller = {
  /** The pool, or the transaction that also saves the answer. Handlers use no other connection. */
  readonly db: Queries;
  readonly device: DeviceInfo;
};
/** Caller with or without a token; `viewer` is the account of a checked token. */
type AnyCaller = PublicCaller & { readonly viewer: number | undefined };
/** Caller with a checked token. The role comes from the database, never from the body. */
export type UserCaller = PublicCaller & {
  readonly uid: number;
  readonly tokenHash: string;
  /** Without, only rows with `adult: false` are answered. */
  readonly adult: boolean;
  /** The origin of the page that asks; it is one of ours. */
  readonly origin: string;
  /** The name of what is done `once`, and the hash of what was asked under it; undefined when it came without one. */
  readonly once: { readonly operation: string; readonly bodyHash: string } | undefined;
};

/** Changes that do slow work (a password hash, an answer of Google) before the transaction of their effect. */
const STAGED = ['login', 'userPwdLogin', 'setPassword', 'deleteAccount'] as const satisfies readonly EndpointName[];
type Staged = (typeof STAGED)[number];
export const isStaged = (name: EndpointName): name is Staged => (STAGED as readonly EndpointName[]).includes(name);

/** The effect of a staged handler, in its transaction. It checks again what may have changed since the slow work. */
export type Commit<Output> = (tx: Queries) => Promise<Result<Output>>;

type Answers = {
  readonly [K in EndpointName]: K extends Staged ? Commit<Output<Endpoints[K]>> : Result<Output<Endpoints[K]>>;
};

/** A staged handler gets the pool, changes nothing, and returns its effect; a refusal is an effect that refuses. */
export type Handlers = ApiHandlers<Endpoints, { public: PublicCaller; anyone: AnyCaller; user: UserCaller }, Answers>;

/** Computes the answer to a replay when no answer was saved. It changes nothing. */
export type Replays = Pick<Handlers, AnsweredAnew<Endpoints>>;
