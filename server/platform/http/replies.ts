import type { FastifyReply } from 'fastify';
import type { Failure } from './failures.ts';

/** Error with its answer, for code that has to throw in Fastify. */
export class RequestRefused extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super('refused');
    this.failure = failure;
  }
}

export const failureBody = ({ status, msg, error }: Failure) =>
  error === undefined ? { result: status, msg } : { result: status, msg, data: error };

/** Answers `{ result: <status>, msg }`, where needed with the error as `data`, never cached. */
export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', String(failure.retryAfterSeconds));
  return reply.code(failure.status).header('cache-control', 'no-store').send(failureBody(failure));
}
