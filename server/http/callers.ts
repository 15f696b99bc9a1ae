import type { AnsweredAnew, ApiHandlers } from '../../contract/api/endpoint.ts';
import type { DeviceInfo } from '../../contract/api/envelope.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
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

export type Handlers = ApiHandlers<Endpoints, { public: PublicCaller; anyone: AnyCaller; user: UserCaller }>;

/** Computes the answer to a replay when no answer was saved. It changes nothing. */
export type Replays = Pick<Handlers, AnsweredAnew<Endpoints>>;
