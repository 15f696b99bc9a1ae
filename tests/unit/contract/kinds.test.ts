import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kinds, laterKinds } from '#contract/chat/kinds/list.ts';
import { readEnvelope, writeMessage } from '#contract/chat/message.ts';
import {
  isBetween,
  isReadableType,
  kindOf,
  kindOfType,
  type Payload,
  previewOf,
  readPayload,
} from '#contract/chat/payload.ts';
import { parseFrame } from '../../../server/edge/xml/frame.ts';
import { valuesOf } from './payloads.ts';

/** The table of product 3.4, written by hand. */
const NUMBERS = [0, 1, 2, 3, 4, 5, 6, 7, 10, 13, 16, 17, 18, 19, 20, 21, 22, 23, 36, 46, 100, 401];
const all = [...kinds, ...laterKinds];

test('each number of the product is one kind, and no two kinds have one name', () => {
  expect(all.map(({ type }) => type).toSorted((a, b) => a - b)).toEqual(NUMBERS);
  expect(new Set(all.map(({ kind }) => kind)).size).toBe(NUMBERS.length);
  for (const type of NUMBERS) expect(kindOfType(type)?.type).toBe(type);
  expect(NUMBERS.filter(isReadableType)).toEqual(kinds.map(({ type }) => type));
  expect(kindOfType(999)).toBeUndefined();
});

test('only a request for a gift is no news (product 4.3)', () => {
  expect(all.filter(({ isNews }) => !isNews).map(({ type }) => type)).toEqual([19]);
});

/** Written by the core or a service, read by the parser of the server. */
function arrive(payload: Payload) {
  const stanza = writeMessage({
    ...{ id: 'm1', to: 'u_1@gemcall.test', from: 'u_2@gemcall.test/tab', thread: '', os: '', pkgName: '', nick: '' },
    ...{ textAction: '', payload },
  });
  const envelope = readEnvelope(parseFrame(stanza.toString()));
  return envelope && readPayload(envelope.type, envelope.body, envelope.x);
}

describe.each(kinds.map((row) => [row.kind, row] as const))('%s', (kind, row) => {
  const local = 'local' in row ? row.local : {};
  const payloads = valuesOf(row.schema).map((value) => ({ kind, ...(value as object), ...local }) as Payload);

  test('what is written is read again, whatever it holds', () => {
    fc.assert(
      fc.property(payloads, (payload) => {
        expect(arrive(payload)).toEqual(payload);
      }),
      { numRuns: 1_000 },
    );
  });

  test('a line about it is made from few stored facts, without the message', () => {
    fc.assert(
      fc.property(payloads, (payload) => {
        const facts = structuredClone(kindOf(payload).facts(payload));
        expect(facts.kind).toBe(kind);
        expect(JSON.stringify(facts).length).toBeLessThan(1_000);
        expect(previewOf(facts, (key) => `<${key}>`)).not.toBe('<unsupported>');
      }),
      { numRuns: 200 },
    );
  });
});

test('an invitation to a call is one between its sender and its addressee alone', () => {
  const payload: Payload = {
    ...{ kind: 'call', sid: 'V1StGXR8_Z5jdHi6B-myT', caller: 5, callee: 6, startTime: 0 },
    ...{ connectingTime: 0, endTime: 0, reason: '', rejectType: '' },
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
