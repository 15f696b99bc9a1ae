import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { isExternalId } from '#contract/ids.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { answerAge, isAgeAsked } from '../../../../src/core/age.ts';
import { core, declare, drawAccount, userActions } from '../../../../src/core/core.ts';
import { declarations } from '../../../../src/core/page-state.ts';
import { stubCore } from '../../../harness/stub-core.ts';

const asked: unknown[][] = [];
const accounts: unknown[] = [];
const needsAge = fail({ code: 'age' } as const);
let isAgeKnown = true;
const unlessAge = async (): Promise<Result<null>> => (isAgeKnown ? ok(null) : needsAge);
const remote = stubCore({ refreshGiftPack: unlessAge, changeFavourite: unlessAge }, (name, args) =>
  asked.push([name, ...args]),
);
/** The account of each call comes before its arguments. */
const port = Object.fromEntries(
  Object.entries<(...args: never[]) => unknown>(remote).map(([name, call]) => [
    name,
    (account: unknown, ...args: never[]) => {
      accounts.push(account);
      return call(...args);
    },
  ]),
);
vi.mock('../../../../src/core/link.ts', () => ({
  command: (run: (core: typeof port) => Promise<unknown>) => run(port),
}));
afterEach(() => {
  asked.length = 0;
  accounts.length = 0;
});

test('a page calls each command by its name, with its arguments', async () => {
  expect(await core.signIn({ way: 'guest' })).toEqual({ ok: true, value: { uid: 0 } });
  await core.refreshCard(9001);
  await core.signOut();
  expect(asked.splice(0)).toEqual([['signIn', { way: 'guest' }], ['refreshCard', 9001], ['signOut']]);
});

test('a command is a stable function, so that an effect that uses it runs once', () => {
  expect(core.refreshList).toBe(core.refreshList);
  expect(core.refreshList).not.toBe(core.refreshCard);
});

test('a message gets a new stanza id in the page', async () => {
  await userActions.send('u_9001', { kind: 'text', body: 'hi' });
  await userActions.send('u_9001', { kind: 'text', body: 'hi' });
  const ids = asked.splice(0).map(([, , , id]) => id);
  expect(ids.every(isExternalId)).toBe(true);
  expect(new Set(ids).size).toBe(2);
});

test('a command that the page runs by itself opens no dialog when the birth date is missing', async () => {
  isAgeKnown = false;
  const answered = core.refreshGiftPack();
  await setImmediate();
  expect(isAgeAsked()).toBe(false);
  expect(await answered).toEqual(needsAge);
});

test('an action of the user asks for the birth date and runs again once it is given', async () => {
  isAgeKnown = false;
  const done = userActions.changeFavourite(9001, true);
  await expect.poll(isAgeAsked).toBe(true);
  isAgeKnown = true;
  answerAge(true);
  expect(await done).toEqual(ok(null));
  expect(isAgeAsked()).toBe(false);
});

test('an action of the user fails when the question for the birth date is closed', async () => {
  isAgeKnown = false;
  const done = userActions.changeFavourite(9001, true);
  await expect.poll(isAgeAsked).toBe(true);
  answerAge(false);
  expect(await done).toEqual(needsAge);
});

test('the core proxy is not treated as a promise', async () => {
  await expect(Promise.resolve(core)).resolves.toBe(core);
});

test('a command carries the account that the page has drawn when it is called, also after the question for the birth date', async () => {
  isAgeKnown = false;
  drawAccount(100_001);
  const done = userActions.changeFavourite(9001, true);
  await expect.poll(isAgeAsked).toBe(true);
  drawAccount(264_457_003);
  isAgeKnown = true;
  answerAge(true);
  await done;
  await core.refreshCard(9001);
  expect(accounts).toEqual([100_001, 100_001, 264_457_003]);
  drawAccount(null);
});

test('a page keeps the last declaration of each kind for the next core, and repeats it for another account', async () => {
  declare('watchThread', 'tab', 'u_1');
  declare('watchPeople', 'tab', [9001]);
  declare('watchThread', 'tab', 'u_2');
  asked.length = 0;
  accounts.length = 0;
  drawAccount(100_001);
  drawAccount(100_001);
  expect(asked).toEqual([
    ['watchThread', 'tab', 'u_2'],
    ['watchPeople', 'tab', [9001]],
  ]);
  expect(accounts).toEqual([100_001, 100_001]);
  expect(declarations()).toEqual([
    { name: 'watchThread', account: 100_001, args: ['tab', 'u_2'] },
    { name: 'watchPeople', account: 100_001, args: ['tab', [9001]] },
  ]);
});
