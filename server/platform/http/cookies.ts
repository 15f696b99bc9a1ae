import type { EndpointName } from '../../../contract/endpoints.ts';
import type { Queries } from '../database/connect.ts';

/** A call that succeeded, and its answer. */
type Answered = { readonly db: Queries; readonly uid: number; readonly tokenHash: string; readonly data: unknown };

/** Functions that create the cookie to send with the successful answer of an endpoint; `Secure` is added when the call came over HTTPS. */
export type Cookies = Partial<Record<EndpointName, (call: Answered) => Promise<string>>>;
