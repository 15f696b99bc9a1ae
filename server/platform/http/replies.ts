import type { FastifyReply } from 'fastify';
import type { Failure } from './failures.ts';

/** Thrown by routes and hooks to answer a request with this failure; the error handler of the app sends it. */
export class RequestRefused extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super('refused');
    this.failure = failure;
  }
}

/** The JSON body of a failed request: `{ result, msg }`, with the error as `data` if the status alone does not identify it. */
export const failureBody = ({ status, msg, error }: Failure) =>
  error === undefined ? { result: status, msg } : { result: status, msg, data: error };

/** Sends a failure as the JSON response, never cached, with Retry-After if it has one. */
export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', String(failure.retryAfterSeconds));
  return reply.code(failure.status).header('cache-control', 'no-store').send(failureBody(failure));
}
