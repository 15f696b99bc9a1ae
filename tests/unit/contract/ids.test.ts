import { expect, test } from 'vitest';
import { isStanzaId, localOfUid, midOf, stanzaIdOfMid, uidOfLocal } from '#contract/ids.ts';

const ID = 'sid_of-the_call_00001';

test('a stanza id is 21 characters that need no escape anywhere', () => {
  expect(isStanzaId(ID)).toBe(true);
  for (const other of ['', ID.slice(1), `${ID}a`, `${ID.slice(1)}/`, `${ID.slice(1)}é`, `${ID}\n`, 21, undefined])
    expect(isStanzaId(other)).toBe(false);
});

test('a local name converts to a uid and back, and look-alikes are refused', () => {
  expect(uidOfLocal(localOfUid(9001))).toBe(9001);
  for (const other of [
    '',
    'u_',
    'u_0',
    'u_01',
    'u_1 ',
    'U_1',
    'xu_1',
    'u_1@gemcall.test',
    'hub',
    `u_1${'0'.repeat(15)}`,
  ])
    expect(uidOfLocal(other)).toBeUndefined();
});

test('a mid holds the stanza id of its message', () => {
  expect(stanzaIdOfMid(midOf('u_9001', ID))).toBe(ID);
  expect(midOf('u_9001', ID)).toBe(`u_9001/${ID}`);
});
