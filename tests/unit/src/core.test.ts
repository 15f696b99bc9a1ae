import { expect, test, vi } from 'vitest';
import { isStanzaId } from '#contract/ids.ts';
import { core } from '../../../src/core/core.ts';
import { stubCore } from '../../harness/stub-core.ts';

const asked: unknown[][] = [];
const remote = stubCore({}, (name, args) => asked.push([name, ...args]));
vi.mock('../../../src/core/link.ts', () => ({
  command: (run: (core: typeof remote) => Promise<unknown>) => run(remote),
}));

test('a page calls each command by its name, with its arguments', async () => {
  expect(await core.signIn({ way: 'guest' })).toEqual({ ok: true, value: { uid: 0 } });
  await core.watchPeople('tab', [9001, 9002]);
  await core.signOut();
  expect(asked.splice(0)).toEqual([['signIn', { way: 'guest' }], ['watchPeople', 'tab', [9001, 9002]], ['signOut']]);
});

test('a command is the same function each time, so that an effect that uses it runs once', () => {
  expect(core.refreshList).toBe(core.refreshList);
  expect(core.refreshList).not.toBe(core.refreshCard);
});

test('a message gets a new stanza id in the page', async () => {
  await core.send('u_9001', { kind: 'text', body: 'hi' });
  await core.send('u_9001', { kind: 'text', body: 'hi' });
  const ids = asked.splice(0).map(([, , , id]) => id);
  expect(ids.every(isStanzaId)).toBe(true);
  expect(new Set(ids).size).toBe(2);
});

test('the core is not mistaken for a promise', async () => {
  await expect(Promise.resolve(core)).resolves.toBe(core);
});
