import { nanoid } from 'nanoid';
import type { EndpointName } from '#contract/endpoints.ts';
import type { ApiQueueRow, SessionRow } from '../db/schema.ts';

/**
 * Returns the row of a call for the API queue, with a new operation id and the identity of the signed-in user; the caller stores it.
 * `before`: the state to restore after a refusal.
 */
export const queued = (session: SessionRow, endpoint: EndpointName, data: unknown, before?: unknown): ApiQueueRow => ({
  operationId: nanoid(),
  endpoint,
  data,
  uid: session.uid,
  jid: session.jid,
  role: session.role,
  vcToken: session.vcToken,
  queuedAt: Date.now(),
  ...(before !== undefined && { before }),
});
