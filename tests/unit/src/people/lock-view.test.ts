import { expect, test } from 'vitest';
import type { Payload } from '#contract/chat/payload.ts';
import type { MessageRow } from '#db/schema.ts';
import { DAY_MS } from '../../../../contract/durations.ts';
import { lockViewOf } from '../../../../src/messages/media/lock-view.ts';
import { PAYLOADS, picture } from '../../../harness/payload-samples.ts';

const NOW = 1_800_000_000_000;
/** Older than the retention of an unopened file. */
const OLD = { date: NOW - 32 * DAY_MS };
const STANZA = 'V1StGXR8_Z5jdHi6B-myT';
const [, , locked] = PAYLOADS.image as readonly [Payload, Payload, Extract<Payload, { kind: 'image' }>];
const [behind] = PAYLOADS.image_with_gift as readonly [Extract<Payload, { kind: 'image_with_gift' }>];
const open = { ...locked, items: [picture] };
const row = (payload: Payload | undefined, change: Partial<MessageRow> = {}) =>
  ({ mid: `u_9001/${STANZA}`, date: NOW, out: false, payload, ...change }) as MessageRow;
const mine = (payload: Payload, change: Partial<MessageRow> = {}) =>
  row(payload, { mid: `u_5/${STANZA}`, out: true, ...change });
const said = (key: 'opened' | 'givenBack', gems = '30', lock = locked.lockId, of = STANZA, more = {}) =>
  row({ kind: 'system', key, args: { lock, of, gems, ...more }, about: 9001 });

test('an unpriced file has no lock', () => {
  expect(lockViewOf(row(PAYLOADS.image[0]), [], NOW)).toBeUndefined();
  expect(lockViewOf(row(PAYLOADS.text[0]), [said('opened')], NOW)).toBeUndefined();
  expect(lockViewOf(row(undefined), [], NOW)).toBeUndefined();
});

test.each<[string, MessageRow, readonly MessageRow[], object]>([
  ['came long ago', row(locked, OLD), [], { state: 'locked', asks: false, mayBeOver: true }],
  ['came', row(locked), [], { mayBeOver: false, state: 'locked', asks: false, price: { gems: 30, gift: '' } }],
  ['waits for a gift', row(behind), [], { state: 'locked', asks: false, price: { gems: 10, gift: 'rose' } }],
  ['was opened by another device', row(locked), [said('opened')], { state: 'opening', asks: true, gems: 30 }],
  ['is open', row(open, { lock: 'opened' }), [said('opened')], { state: 'opened', asks: false }],
  ['is void', row(locked, { lock: 'void' }), [], { state: 'gone', isBack: false, asks: false }],
  ['came back', row(open), [said('opened'), said('givenBack')], { state: 'gone', isBack: true, asks: true }],
  ['was opened under another lock', row(locked), [said('opened', '30', 'another')], { state: 'locked' }],
  [
    'belongs to another message than the opened one',
    row(locked),
    [said('opened', '30', locked.lockId, 'x')],
    { state: 'locked' },
  ],
])('a file shows the reader the matching lock view when it %s', (_what, seen, told, view) => {
  expect(lockViewOf(seen, told, NOW)).toMatchObject(view);
});

test.each<[string, MessageRow, readonly MessageRow[], object]>([
  ['was sent here', mine(open), [], { state: 'locked', price: { gems: 30, gift: '' }, asks: false }],
  ['was sent here and opened', mine(open), [said('opened', '18')], { state: 'opened', gems: 18, asks: false }],
  [
    'was opened before its content was checked',
    mine(open),
    [said('opened', '18', locked.lockId, undefined, { pending: '1' })],
    { state: 'opened', gems: 18, isPending: true },
  ],
  [
    'was opened, and checked afterwards',
    mine(open),
    [said('opened', '18', locked.lockId, undefined, { pending: '1' }), said('opened', '18')],
    { state: 'opened', gems: 18, isPending: false },
  ],
  ['was sent here, where its lock is not known', mine({ ...open, lockId: '' }), [], { state: 'locked', asks: false }],
  [
    'was sent here, where its lock is not known, and opened',
    mine({ ...open, lockId: '' }),
    [said('opened', '18')],
    { state: 'opened', gems: 18, asks: false },
  ],
  ['was sent from another device', mine(locked), [], { state: 'locked', asks: true }],
  ['was sent from another device and opened', mine(locked), [said('opened', '18')], { state: 'opened', gems: 18 }],
  ['is there on the other device too', mine(open), [], { state: 'locked', asks: false }],
  ['is gone', mine({ ...open, lockId: '' }), [said('opened'), said('givenBack', '0')], { state: 'gone', asks: false }],
  ['was sent here and never opened', mine({ ...open, lockId: '' }, OLD), [], { state: 'gone', isBack: false }],
  [
    'was sent here and opened long ago',
    mine({ ...open, lockId: '' }, OLD),
    [said('opened', '18')],
    { state: 'opened', mayBeOver: false },
  ],
  ['was sent from another device and never opened', mine(open, OLD), [], { state: 'locked', mayBeOver: true }],
  ['is over', mine(open, { ...OLD, lock: 'void' }), [], { state: 'gone', mayBeOver: false, asks: false }],
])('a file shows the sender the matching lock view when it %s', (_what, seen, told, view) => {
  expect(lockViewOf(seen, told, NOW)).toMatchObject(view);
});
