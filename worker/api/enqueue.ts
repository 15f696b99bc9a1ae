import { nanoid } from 'nanoid';
import type { EndpointName } from '#contract/endpoints.ts';
import type { ApiQueueRow, SessionRow } from '../db/schema.ts';

/** Returns the row of a call that waits for the server, with the identity of the asking user. */
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
