import type { EndpointName } from '../../../contract/endpoints.ts';
import type { Queries } from '../database/connect.ts';

/** A call that was answered with success. */
type Answered = { readonly db: Queries; readonly uid: number; readonly tokenHash: string; readonly data: unknown };

/** Make the cookie that goes with the answer of an endpoint; `Secure` is added where the call came over https. */
export type Cookies = Partial<Record<EndpointName, (call: Answered) => Promise<string>>>;
