import { safeParse } from 'valibot';
import { expect, test } from 'vitest';
import { fitsKey } from '#contract/chat/official.ts';
import { externalId, externalIdOrEmpty } from '#contract/external-id.ts';
import { isExternalId, localOfUid, midOf, stanzaIdOfMid, uidOfLocal } from '#contract/ids.ts';
import { GOOD_IDS, HOSTILE_IDS } from '../../harness/hostile/hostile-ids.ts';

const ID = 'sid_of-the_call_00001';

test('an external id is 1 to 64 characters that need no escape anywhere', () => {
  expect(HOSTILE_IDS.length).toBeGreaterThanOrEqual(200);
  for (const id of GOOD_IDS)
    expect([id, isExternalId(id), safeParse(externalId, id).success]).toEqual([id, true, true]);
  for (const id of ['', ...HOSTILE_IDS, 21, null, undefined, {}, [ID]])
    expect([id, isExternalId(id), safeParse(externalId, id).success]).toEqual([id, false, false]);
});

test('an empty optional id is read as absent', () => {
  for (const id of ['', ...GOOD_IDS]) expect(safeParse(externalIdOrEmpty, id).success).toBe(true);
  for (const id of HOSTILE_IDS) expect([id, safeParse(externalIdOrEmpty, id).success]).toEqual([id, false]);
});

test('a system message refers to another message by any external id', () => {
  for (const of of GOOD_IDS)
    expect([of, fitsKey('opened', { of }), fitsKey('removed', { of })]).toEqual([of, true, true]);
  for (const of of HOSTILE_IDS) expect([of, fitsKey('removed', { of })]).toEqual([of, false]);
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

test('a mid contains the stanza id of its message', () => {
  expect(stanzaIdOfMid(midOf('u_9001', ID))).toBe(ID);
  expect(midOf('u_9001', ID)).toBe(`u_9001/${ID}`);
});
