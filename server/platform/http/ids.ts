import type { FastifyInstance } from 'fastify';
import { HEADER_OPERATION, HEADER_REQUEST_ID } from '../../../contract/api/envelope.ts';
import { INVALID_ID } from '../../../contract/external-id.ts';
import { isExternalId } from '../../../contract/ids.ts';
import { failureOf } from './failures.ts';
import { RequestRefused } from './replies.ts';

/**
 * Rejects requests on every route of this scope with status 400 when the request id or Idempotency-Key header does not match the grammar
 * (contract/ids.ts), before their body is read.
 */
export function refuseInvalidIds(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    for (const name of [HEADER_REQUEST_ID, HEADER_OPERATION]) {
      const id = headers[name.toLowerCase()];
      if (id !== undefined && !isExternalId(id))
        throw new RequestRefused(failureOf({ code: 'bad-request', detail: `${name}: ${INVALID_ID}` }));
    }
  });
}
