import { readFileSync } from 'node:fs';
import xml from '@xmpp/xml';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kinds } from '#contract/chat/kinds/list.ts';
import { factsOfPayload, previewOf } from '#contract/chat/lines.ts';
import { readEnvelope, writeMessage } from '#contract/chat/message.ts';
import {
  completeKind,
  isBetween,
  isReadableType,
  kindOfType,
  type Payload,
  readPayload,
  writePayload,
} from '#contract/chat/payload.ts';
import { isSticker, STICKERS, stickerId } from '#contract/chat/stickers.ts';
import { parseFrame } from '../../../server/platform/edge/xml/frame.ts';
import { PAYLOADS } from '../../harness/payload-samples.ts';
import { valuesOf } from './payloads.ts';

/** The table of product 3.4, written by hand. */
const NAMES: Readonly<Record<number, string>> = {
  0: 'text',
  1: 'location',
  2: 'image',
  3: 'audio',
  4: 'video',
  5: 'system',
  6: 'sticker',
  7: 'friends_request',
  10: 'call',
  13: 'gift',
  16: 'short_video',
  17: 'invite_video',
  18: 'manager_text',
  19: 'ask_gift',
  20: 'image_with_gift',
  21: 'official_message',
  22: 'violate_rule',
  23: 'maintenance',
  36: 'question_answer',
  38: 'retraction',
  39: 'correction',
  40: 'reaction',
  46: 'story_line_call',
  100: 'attribution_refresh',
  401: 'add_friend_msg',
};
const NUMBERS = Object.keys(NAMES).map(Number);

test('every message type number of product 3.4 has its kind, and kind names are unique', () => {
  expect(Object.fromEntries(kinds.map(({ type, kind }) => [type, kind]))).toEqual(NAMES);
  expect(kinds.map(({ type }) => type).toSorted((a, b) => a - b)).toEqual(NUMBERS);
  expect(new Set(kinds.map(({ kind }) => kind)).size).toBe(NUMBERS.length);
  for (const type of NUMBERS) expect(kindOfType(type)?.type).toBe(type);
  expect(NUMBERS.every(isReadableType)).toBe(true);
  expect(kindOfType(999)).toBeUndefined();
});

test('gift requests, system messages, retractions, corrections, reactions and core-only messages do not count as unread (product 4.3)', () => {
  const silent = kinds.filter(({ isNews }) => !isNews).map(({ type }) => type);
  expect(silent.toSorted((a, b) => a - b)).toEqual([5, 19, 38, 39, 40, 100]);
});

/** The payload that the server parses from a serialized message. */
function arrive(payload: Payload) {
  const stanza = writeMessage({
    id: 'm1',
    to: 'u_1@gemcall.test',
    from: 'u_2@gemcall.test/tab',
    thread: '',
    os: '',
    pkgName: '',
    nick: '',
    textAction: '',
    payload,
  });
  const envelope = readEnvelope(parseFrame(stanza.toString()));
  return envelope && readPayload(envelope.type, envelope.body, envelope.x);
}

test('the sticker list matches the drawn stickers', () => {
  const drawn = ['gem', 'fox'].flatMap((pack) => {
    const table = readFileSync(new URL(`../../../demo/stickers/${pack}-pack.ts`, import.meta.url), 'utf8');
    return [...table.matchAll(/^ {2}'?([a-z-]+)'?: \[\w+, \[/gm)].map(([, name]) => `${pack}/${name}`);
  });
  expect(STICKERS.map(stickerId).toSorted()).toEqual(drawn.toSorted());
  expect([isSticker('fox/hug'), isSticker('fox/love'), isSticker('toString')]).toEqual([true, false, false]);
});

describe.each(kinds.map((row) => [row.kind, row] as const))('%s', (kind, row) => {
  const { local } = row as { readonly local?: object };
  const payloads = valuesOf(row.schema).map((value) => ({ kind, ...(value as object), ...local }) as Payload);

  test('a payload of every kind is parsed back unchanged', () => {
    fc.assert(
      fc.property(payloads, (payload) => {
        expect(arrive(payload)).toEqual(payload);
      }),
      { numRuns: 1_000 },
    );
  });

  test('a notification text is made from less than 1,000 characters of stored facts, without the message', () => {
    fc.assert(
      fc.property(payloads, (payload) => {
        const facts = structuredClone(factsOfPayload(payload));
        expect(facts.kind).toBe(kind);
        expect(JSON.stringify(facts).length).toBeLessThan(1_000);
        expect(previewOf(facts, (key) => `<${key}>`, 'en')).not.toBe('<unsupported>');
      }),
      { numRuns: 50 },
    );
  });
});

test('a call invitation is valid only between its sender and its addressee', () => {
  const payload: Payload = {
    kind: 'call',
    sid: 'V1StGXR8_Z5jdHi6B-myT',
    caller: 5,
    callee: 6,
    startTime: 0,
    connectingTime: 0,
    endTime: 0,
    reason: '',
    rejectType: '',
  };
  expect(isBetween(payload, 5, 6)).toBe(true);
  for (const [sender, addressee] of [
    [6, 5],
    [5, 7],
    [7, 6],
    [5, 0],
  ] as const)
    expect(isBetween(payload, sender, addressee)).toBe(false);
  expect(isBetween({ kind: 'text', body: 'hi' }, 7, 8)).toBe(true);
});

test('a priced file is sent without its address, also after the receiver has opened it', () => {
  const [item] = PAYLOADS.image[0]?.items ?? [];
  const [locked] = PAYLOADS.short_video.filter(({ payNeed }) => payNeed);
  if (!item || !locked) throw new TypeError('No samples');
  const lock = { payNeed: true, payPrice: 30, lockId: locked.lockId };
  const opened: Payload[] = [
    { kind: 'image', items: [item], body: '', ...lock },
    { ...locked, url: item.url, thumbUrl: item.url },
    { kind: 'image_with_gift', items: [item], lockId: locked.lockId, giftId: 'rose', giftPrice: 10 },
  ];
  for (const payload of opened) expect(String(writePayload(payload, xml).children)).not.toContain('/media/p');
});

test('a locked picture is completed without its address, with the stronger blur', () => {
  const id = '0123456789abcdef0123456789abcdef';
  const fact = { id, kind: 'picture', w: 4, h: 3, blur: '', lockBlur: 'strong', bits: 0, owner: 5 } as const;
  const facts = { media: new Map([[id, fact]]), today: 0, now: 0, lockId: 'lock-of-this-message-1' };
  expect(completeKind({ kind: 'image', ids: [id], price: 30, body: '' }, 0, facts)).toMatchObject({
    payNeed: true,
    payPrice: 30,
    items: [{ url: '', thumb: '', w: 4, h: 3, blur: 'strong' }],
  });
});
