import { expect, test } from 'vitest';
import { createDatabaseAvailability } from '../../../../server/domains/calls/hub/database-availability.ts';

function world() {
  const at = { now: 1_000, isBack: false, looks: 0 };
  const look = async () => {
    at.looks += 1;
    if (!at.isBack) throw new Error('Connection terminated unexpectedly');
  };
  const { since, begin, run } = createDatabaseAvailability(look, { now: () => at.now });
  const fails = (error: unknown) =>
    run(async () => {
      throw error;
    }).catch((thrown: unknown) => thrown);
  return { at, since, begin, run, fails };
}
const coded = (code: string) => Object.assign(new Error('x'), { code });

test.each([
  ['ended by PostgreSQL', coded('57P01')],
  ['reset', coded('ECONNRESET')],
  ['not to be had', new Error('timeout exceeded when trying to connect')],
  ['silent, within the error of a query', new Error('Failed query', { cause: new Error('Query read timeout') })],
])('the time limit restarts when the database responds again after a connection that was %s', async (_, error) => {
  const { at, since, run, fails } = world();
  expect(since()).toBe(1_000);
  expect(await fails(error)).toBe(error);
  at.now = 5_000;
  await expect(run(async () => 'done')).rejects.toThrow('terminated');
  expect(since()).toBe(1_000);
  at.now = 7_000;
  at.isBack = true;
  expect(await run(async () => 'done')).toBe('done');
  expect(since()).toBe(7_000);
  at.now = 9_000;
  await run(async () => 'done');
  expect([since(), at.looks]).toEqual([7_000, 2]);
});

test.each([
  ['of a statement', coded('23505')],
  ['of a statement that took too long', coded('57014')],
  ['of the program', new TypeError('no such call')],
])('a failure %s does not extend the time limit', async (_, error) => {
  const { at, since, run, fails } = world();
  await fails(error);
  at.now = 9_000;
  await run(async () => 'done');
  expect([since(), at.looks]).toEqual([1_000, 0]);
});

test('concurrent callers share one attempt', async () => {
  const { at, since, run, fails } = world();
  await fails(coded('ECONNREFUSED'));
  Object.assign(at, { now: 5_000, isBack: true });
  const both = [run(async () => (at.now = 8_000)), run(async () => 'done')];
  await Promise.all(both);
  expect(since()).toBe(5_000);
});
