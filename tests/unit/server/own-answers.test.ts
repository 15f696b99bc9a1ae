import { expect, test } from 'vitest';
import { readServerAnswer } from '#contract/api/answer.ts';
import type { AppError, ErrorCode } from '#contract/result.ts';
import { failureOf, failureOfStatus } from '../../../server/platform/http/failures.ts';
import { failureBody } from '../../../server/platform/http/replies.ts';

const read = (failure: ReturnType<typeof failureOf>) =>
  readServerAnswer({
    status: failure.status,
    contentType: 'application/json; charset=utf-8',
    isRedirected: false,
    text: JSON.stringify(failureBody(failure)),
  });

test.each<ErrorCode>([
  'bad-request',
  'invalid-token',
  'unauthorized',
  'need-login',
  'wrong-credentials',
  'age',
  'not-closable',
  'google-refused',
  'gems-insufficient',
  'price-changed',
  'spend-limit',
  'locked',
  'gateway-down',
  'gone',
  'forbidden',
  'not-found',
  'conflict',
  'rate-limited',
  'upload-type',
  'upload-too-large',
  'upload-no-room',
  'server-error',
])('a client takes the refusal %s for an answer of the server', (code) => {
  const failure = failureOf({ code, detail: 'uid' } as AppError);
  expect(read(failure)).toMatchObject({ isSuccess: false, status: failure.status });
});

test('a client takes every failure that is raised before a handler runs for an answer of the server', () => {
  for (let status = 400; status < 600; status += 1) {
    const failure = failureOfStatus(status);
    expect(read(failure)).toMatchObject({ isSuccess: false, status: failure.status });
  }
});
