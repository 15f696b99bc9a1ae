import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Envelope, readEnvelope, readMark, writeMark, writeMessage } from '#contract/stanzas/message.ts';
import { MESSAGE_TYPES } from '#contract/stanzas/message-type.ts';
import { isReadableType, type Payload, readPayload } from '#contract/stanzas/payload.ts';
import { parseFrame } from '../../../server/edge/xml/frame.ts';

/** What a stanza says. A field that is absent reads as undefined. */
type Golden = {
  readonly envelope?: Omit<Envelope, 'x'>;
  readonly payload?: Payload;
  readonly mark?: { readonly kind: 'received' | 'displayed'; readonly id: string };
};

const CASES = new URL('./cases/', import.meta.url);
const kinds = readdirSync(CASES);
const namesOf = (kind: string) =>
  readdirSync(new URL(`${kind}/`, CASES))
    .filter((file) => file.endsWith('.xml'))
    .map((file) => file.slice(0, -'.xml'.length));
const stanzaOf = (kind: string, name: string) =>
  parseFrame(readFileSync(new URL(`${kind}/${name}.xml`, CASES), 'utf8').trim());
const goldenOf = (kind: string, name: string) =>
  JSON.parse(readFileSync(new URL(`${kind}/${name}.json`, CASES), 'utf8')) as Golden;

function reading(stanza: ReturnType<typeof stanzaOf>): Golden {
  const found = readEnvelope(stanza);
  const payload = found && readPayload(found.type, found.body, found.x);
  const mark = readMark(stanza);
  const { x: _x, ...envelope } = found ?? { x: undefined };
  return {
    ...(found && { envelope: envelope as Omit<Envelope, 'x'> }),
    ...(payload && { payload }),
    ...(mark && { mark }),
  };
}

describe.each(kinds)('%s', (kind) => {
  test.each(namesOf(kind))('%s.xml says what its .json says', (name) => {
    expect(JSON.parse(JSON.stringify(reading(stanzaOf(kind, name))))).toEqual(goldenOf(kind, name));
  });

  test.each(namesOf(kind))('%s, written again, says the same', (name) => {
    const { envelope, payload, mark } = goldenOf(kind, name);
    if (envelope && payload) {
      const { at, version: _v, ...rest } = envelope;
      const written = writeMessage({ ...rest, payload, ...(at === undefined ? {} : { at }) });
      const again = reading(parseFrame(written.toString()));
      expect(JSON.parse(JSON.stringify(again))).toEqual({ envelope: { ...envelope, version: 1 }, payload });
    } else if (mark) expect(readMark(parseFrame(writeMark(mark, 'b', 'id', 'a').toString()))).toEqual(mark);
  });
});

test('every kind of message that this build can draw has a case', () => {
  const drawn = Object.entries(MESSAGE_TYPES).filter(([type]) => isReadableType(Number(type)));
  expect(drawn.length).toBeGreaterThan(0);
  for (const [, name] of drawn) expect(kinds).toContain(name);
});
