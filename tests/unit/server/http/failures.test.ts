import { expect, test } from 'vitest';
import { failureOf, OPERATION_REUSED } from '../../../../server/platform/http/failures.ts';

test('a conflict names another body only when an operation id was sent with another body', () => {
  expect(failureOf(OPERATION_REUSED)).toEqual({
    status: 409,
    msg: 'this operation was sent before with another body',
  });
  expect(failureOf({ code: 'conflict' })).toEqual({ status: 409, msg: 'the request conflicts with the current state' });
});
