import type { AnsweredAnew, ApiHandlers } from '../../contract/api/endpoint.ts';
import type { DeviceInfo } from '../../contract/api/envelope.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import type { Queries } from '../database/connect.ts';

/** A caller without a token. */
type PublicCaller = {
  /** The pool, or the transaction in which the answer is saved too. Handlers use nothing else. */
  readonly db: Queries;
  readonly device: DeviceInfo;
};
/** A caller with or without a token; `viewer` is the account of a checked token. */
type AnyCaller = PublicCaller & { readonly viewer: number | undefined };
/** A caller with a checked token. The role comes from the database, never from the body. */
export type UserCaller = PublicCaller & { readonly uid: number; readonly tokenHash: string };

export type Handlers = ApiHandlers<Endpoints, { public: PublicCaller; anyone: AnyCaller; user: UserCaller }>;

/** What answers a replay of which nothing is kept. It changes nothing. */
export type Replays = Pick<Handlers, AnsweredAnew<Endpoints>>;
