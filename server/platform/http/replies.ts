import type { FastifyReply } from 'fastify';
import type { Failure } from './failures.ts';

/** An error with its response, for code that must throw in Fastify. */
export class RequestRefused extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super('refused');
    this.failure = failure;
  }
}

/** The JSON body of a failed call. */
export const failureBody = ({ status, msg, error }: Failure) =>
  error === undefined ? { result: status, msg } : { result: status, msg, data: error };

/** Sends `{ result: <status>, msg }`, with the error as `data` when it is needed. Never cached. */
export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', String(failure.retryAfterSeconds));
  return reply.code(failure.status).header('cache-control', 'no-store').send(failureBody(failure));
}
