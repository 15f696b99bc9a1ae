import type { AnsweredAnew, ApiHandlers } from '../../contract/api/endpoint.ts';
import type { DeviceInfo } from '../../contract/api/envelope.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import type { Queries } from '../database/connect.ts';

/** Who calls without a token. */
type PublicCaller = {
  /** The pool, or the transaction in which the answer is saved too. Handlers use nothing else. */
  readonly db: Queries;
  readonly device: DeviceInfo;
};
/** Who may call with a token or without one; `viewer` is the account of a token that was checked. */
type AnyCaller = PublicCaller & { readonly viewer: number | undefined };
/** Who calls with a token that was checked. The role is that of the database, never of the body. */
export type UserCaller = PublicCaller & { readonly uid: number; readonly tokenHash: string };

export type Handlers = ApiHandlers<Endpoints, { public: PublicCaller; anyone: AnyCaller; user: UserCaller }>;

/** What answers a replay of which nothing is kept. It changes nothing. */
export type Replays = Pick<Handlers, AnsweredAnew<Endpoints>>;
