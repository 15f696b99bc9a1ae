import Dexie from 'dexie';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CommandRow } from '#contract/command.ts';
import { commandRows } from '#contract/commands.ts';
import type { CoreApi } from '#contract/core.ts';
import { guardCommands } from '../../../../worker/core/guard.ts';
import type { Leadership } from '../../../../worker/core/leadership.ts';
import { stubCore } from '../../../harness/stub-core.ts';

const ID = 'a'.repeat(21);
/** A core that records its calls, or throws the given error. */
function core(failure?: unknown) {
  const asked: (readonly unknown[])[] = [];
  const commands = stubCore({}, (_name, args) => {
    asked.push(args);
    if (failure !== undefined) throw failure;
  });
  return { commands, asked };
}
type Role = ReturnType<Leadership['role']>;
function leadership(role: Role): Leadership {
  const leads = role === 'leading';
  return {
    alive: Promise.resolve(),
    decided: Promise.resolve(),
    role: () => role,
    whenLeading: () => Promise.resolve(leads),
    leave: () => Promise.resolve(),
  };
}
/** The commands as a hostile or outdated page may call them. */
type Loose = Record<string, (...args: unknown[]) => Promise<unknown>>;
function guarded(role: Role = 'leading', failure?: unknown, account: number | undefined = undefined) {
  const { commands, asked } = core(failure);
  const tracked: unknown[] = [];
  const track = (...noted: unknown[]) => void tracked.push(noted);
  const ports = { mayAct: async () => true, account: async () => account, track, onThrown: () => undefined };
  return { ...guardCommands(commands, leadership(role), ports), asked, tracked };
}

let warned: string[] = [];
beforeEach(() => {
  warned = [];
  vi.spyOn(console, 'warn').mockImplementation((text: unknown) => void warned.push(String(text)));
});
afterEach(() => {
  vi.restoreAllMocks();
});

const DEVICE = { language: 'en', screenWidth: 1, screenHeight: 1 };
const GOOD: [keyof CoreApi, unknown[]][] = [
  ['signIn', [{ way: 'guest' }]],
  ['signIn', [{ way: 'password', uid: 1, passwd: 'x' }]],
  ['signIn', [{ way: 'google', credential: 'x', nonce: 'n' }]],
  ['signOut', []],
  ['openThread', [9001, '']],
  ['watchThread', ['tab', null]],
  ['watchThread', ['tab', 'u_1']],
  ['sendText', ['u_1', '', ID]],
  ['retryMessage', ['u_1/x']],
  ['discardMessage', ['u_1/x']],
  ['saveDraft', ['u_1', '', '', null]],
  ['send', ['u_1', { kind: 'text', body: '' }, ID, '']],
  ['send', ['u_1', { kind: 'answer', to: ID, choice: 3 }, ID, ID]],
  ['forward', ['u_1/x', 'u_2', ID]],
  ['hideMessage', ['u_1/x']],
  ['setTyping', ['tab', 'u_1', 'paused']],
  ['refreshList', ['hot:ar', false]],
  ['refreshCard', [9001]],
  ['watchPeople', ['tab', [9001, 9002]]],
  ['changeRelation', [9001, 'like']],
  ['changeFavourite', [9001, true]],
  ['skipPerson', [9001, true]],
  ['report', [9001, 'spam', '', []]],
  ['changeSettings', [{ keepDays: 7 }]],
  ['upload', ['id', 'avatar', new Blob(['x'])]],
  ['dropUpload', ['id']],
  ['clearMessages', [null]],
  ['refreshConfig', []],
  ['updateProfile', [{ nickName: '' }]],
  ['wake', ['online']],
  ['look', ['tab', true]],
  ['describeDevice', [DEVICE]],
];

test.each(GOOD)('%s(%j) reaches the core', async (name, args) => {
  const { commands, asked } = guarded();
  expect(await (commands as unknown as Loose)[name]?.(null, ...args)).toMatchObject({ ok: true });
  expect(asked).toEqual([args]);
});

test('every command of the contract is guarded', () => {
  const { commands } = core();
  expect(Object.keys(guarded().commands).toSorted()).toEqual(Object.keys(commands).toSorted());
});

const BAD: [keyof CoreApi, unknown[]][] = [
  ['signIn', []],
  ['signIn', [{ way: 'magic' }]],
  ['signIn', [{ way: 'password', uid: '1', passwd: 'x' }]],
  ['signIn', [{ way: 'password', uid: 0, passwd: 'x' }]],
  ['signIn', [{ way: 'google', credential: '', nonce: 'n' }]],
  ['signIn', [{ way: 'google', credential: 'x', nonce: '' }]],
  ['signOut', ['now']],
  ['openThread', [-1, 'x']],
  ['openThread', [1.5, 'x']],
  ['openThread', [Number.NaN, 'x']],
  ['openThread', [1, 'x'.repeat(1_025)]],
  ['watchThread', ['', null]],
  ['watchThread', ['tab', '']],
  ['watchThread', ['tab']],
  ['sendText', ['u_1', 'hi']],
  ['sendText', ['u_1', 'hi', 'no id']],
  ['sendText', ['u_1', 'hi', `${ID.slice(1)}/`]],
  ['sendText', ['u_1', 7, ID]],
  ['sendText', ['u_1', 'hi', ID, 'more']],
  ['retryMessage', [{}]],
  ['saveDraft', ['u_1', null, '', null]],
  ['send', ['u_1', { kind: 'image', ids: [] }, ID, '']],
  ['send', ['u_1', { kind: 'answer', to: ID, choice: 4 }, ID, '']],
  ['send', ['u_1', { kind: 'text', body: 'hi' }, ID, 'no id']],
  ['setTyping', ['tab', 'u_1', 'gone']],
  ['updateProfile', ['Ada']],
  ['updateProfile', [{ gender: 'robot' }]],
  ['refreshList', ['hot:xx', false]],
  ['refreshList', ['../state', false]],
  ['watchPeople', ['tab', Array.from({ length: 401 }, (_, uid) => uid + 1)]],
  ['changeRelation', [9001, 'marry']],
  ['report', [9001, 'spam', 'x'.repeat(501), []]],
  ['report', [9001, 'spam', '', Array(6).fill('u_9001/a')]],
  ['changeSettings', [{ keepDays: 2 }]],
  ['upload', ['id', 'avatar', 'text']],
  ['wake', ['bored']],
  ['describeDevice', [{ language: 'en' }]],
];

test.each(BAD)('%s(%j) is a bad request that names the command and does not reach the core', async (name, args) => {
  const { commands, asked } = guarded();
  const result = await (commands as unknown as Loose)[name]?.(null, ...args);
  expect(result).toEqual({ ok: false, error: { code: 'bad-request', detail: name } });
  expect(asked).toEqual([]);
});

test('a field outside the contract is not passed on', async () => {
  const { commands, asked } = guarded();
  await (commands as unknown as Loose)['describeDevice']?.(null, { ...DEVICE, vcToken: 'x' });
  expect(asked).toEqual([[DEVICE]]);
});

test('a tab of an old build is asked to reload, and one whose core died gets that error', async () => {
  expect(await guarded('stale').commands.signOut(null)).toEqual({ ok: false, error: { code: 'stale-build' } });
  expect(await guarded('waiting').commands.signOut(null)).toEqual({ ok: false, error: { code: 'core-lost' } });
  expect(guarded('stale').asked).toEqual([]);
});

describe('a command that throws gives the page a result', () => {
  test.each([
    ['a full disk', new DOMException('full', 'QuotaExceededError'), 'storage-full'],
    [
      'a full disk inside a transaction',
      new Dexie.AbortError('aborted', { name: 'QuotaExceededError' }),
      'storage-full',
    ],
    ['a closed database', new Dexie.DatabaseClosedError(), 'storage-broken'],
    ['a bug', new TypeError('undefined is not a function'), 'storage-broken'],
    ['something that is no error', 'just words', 'storage-broken'],
    ['nothing at all', null, 'storage-broken'],
  ])('a command that fails by %s gives the page a result', async (_name, failure, code) => {
    const { commands, tracked } = guarded('leading', failure);
    expect(await commands.sendText(null, 'u_1', 'hi', ID)).toEqual({ ok: false, error: { code } });
    expect(warned).toEqual(['core command sendText failed']);
    expect(tracked).toEqual([['error', { kind: 'sendText', code }]]);
  });
});

const [FORMER, NEXT] = [100_001, 264_457_003];
/** Commands that are about no account. */
const ABOUT_NONE = new Set<string>(
  Object.entries<CommandRow>(commandRows).flatMap(([name, { account }]) => (account === 'any' ? name : [])),
);

test.each(GOOD)('%s(%j) that a page has drawn for an account does not run for another', async (name, args) => {
  const { commands, asked } = guarded('leading', undefined, NEXT);
  const result = await (commands as unknown as Loose)[name]?.(FORMER, ...args);
  if (ABOUT_NONE.has(name)) expect(result).toMatchObject({ ok: true });
  else expect([result, asked]).toEqual([{ ok: false, error: { code: 'other-account' } }, []]);
});

test('a command of a page runs for the account that it has drawn, and needs a login after the sign-out', async () => {
  expect(await guarded('leading', undefined, FORMER).commands.sendText(FORMER, 'u_1', 'hi', ID)).toMatchObject({
    ok: true,
  });
  const result = await guarded().commands.sendText(FORMER, 'u_1', 'hi', ID);
  expect(result).toMatchObject({ ok: false, error: { code: 'need-login' } });
});

test.each([[0], [-1], ['100001'], [undefined], [{}]])(
  'a command for the account %j is a bad request',
  async (account) => {
    const { commands, asked } = guarded('leading', undefined, FORMER);
    const result = await (commands as unknown as Loose)['signOut']?.(account);
    expect([result, asked]).toEqual([{ ok: false, error: { code: 'bad-request', detail: 'signOut' } }, []]);
  },
);

test('a declaration is applied before the core leads, and only for the account that the page has drawn', async () => {
  const { declare, asked } = guarded('waiting', undefined, FORMER);
  declare({ name: 'watchThread', account: NEXT, args: ['tab', 'u_2'] });
  declare({ name: 'watchThread', account: FORMER, args: ['tab', 'u_1'] });
  declare({ name: 'look', account: null, args: ['tab', true] });
  declare({ name: 'watchPeople', account: FORMER, args: ['tab', 'all'] });
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(asked.toSorted()).toEqual([
    ['tab', true],
    ['tab', 'u_1'],
  ]);
});

test('a command answers with a result for any arguments, also when the core fails', async () => {
  const { commands } = guarded('leading', new TypeError('a bug'));
  const names = fc.constantFrom(...Object.keys(commands));
  const one = fc.oneof(fc.anything(), fc.constantFrom('u_1', ID, 9001, '\uffff', 'a\u0000', true, null));
  await fc.assert(
    fc.asyncProperty(names, fc.array(one, { maxLength: 5 }), async (name, args) => {
      const result = await (commands as unknown as Loose)[name]?.(null, ...args);
      expect(result).toMatchObject({ ok: false, error: { code: expect.any(String) } });
    }),
    { numRuns: Number(process.env['FUZZ_INPUTS'] ?? 300) },
  );
});

test.each<[keyof CoreApi, unknown[]]>([
  ['report', [9001, 'spam', 'a\uffff', []]],
  ['declineCall', ['a\u0000']],
  ['call', ['tab', 9001, 'x', 'paid', 'wall\ud800']],
  ['enterMatch', ['tab', { lang: 'e\ufffe', country: '' }]],
])('%s(%j) is refused for characters that are not text', async (name, args) => {
  const { commands, asked } = guarded();
  expect(await (commands as unknown as Loose)[name]?.(null, ...args)).toMatchObject({ error: { code: 'bad-request' } });
  expect(asked).toEqual([]);
});
