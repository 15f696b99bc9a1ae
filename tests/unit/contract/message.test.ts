import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Outgoing, readEnvelope, readMark, writeMark, writeMessage } from '#contract/chat/message.ts';
import { readPayload } from '#contract/chat/payload.ts';
import { MESSAGE_MAX_CHARS } from '#contract/chat/rules.ts';
import { plainText, xmlText } from '#contract/xml/characters.ts';
import { parseFrame } from '../../../server/platform/edge/xml/frame.ts';

const outgoing = (body: string, over: Partial<Outgoing> = {}): Outgoing => ({
  id: 'm1',
  to: 'u_1@gemcall.test',
  from: 'u_2@gemcall.test/tab',
  thread: 'u_1',
  os: 'android',
  pkgName: 'app',
  nick: 'Ada',
  textAction: '',
  payload: { kind: 'text', body },
  ...over,
});

/** The received message: serialized by the core, parsed by the server's parser. */
function arrive(message: Outgoing) {
  const envelope = readEnvelope(parseFrame(writeMessage(message).toString()));
  return envelope && { envelope, payload: readPayload(envelope.type, envelope.body, envelope.x) };
}

const TRICKY = [
  '👩‍👩‍👧‍👦',
  '🇮🇳',
  'é',
  'مرحبا \u202eabc',
  'שלום',
  ']]>',
  '<!--',
  '&amp;',
  '&#0;',
  '<b/>',
  '\t',
  '\n',
  '\u2028',
  '\ufeff',
  '\u200b',
  "'",
  '"',
];
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
  fc.array(fc.constantFrom(...TRICKY), { minLength: 1, maxLength: 20 }).map((parts) => parts.join('')),
);

test('every text arrives as it was typed: emoji, right-to-left, markup and line breaks', () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom<'' | 'reply'>('', 'reply'), (typed, textAction) => {
      const body = plainText(typed);
      fc.pre(body !== '');
      const arrived = arrive(outgoing(body, { textAction }));
      expect(arrived?.payload).toEqual({ kind: 'text', body });
      expect(arrived?.envelope).toMatchObject({ id: 'm1', textAction, thread: 'u_1' });
    }),
    { numRuns: 1_000 },
  );
});

test('a stanza is well-formed whatever the text or the name, because a malformed one ends the stream', () => {
  const raw = fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
    .map((codes) => String.fromCharCode(...codes));
  fc.assert(
    fc.property(raw, raw, (body, nick) => {
      expect(() => parseFrame(writeMessage(outgoing(body, { nick })).toString())).not.toThrow();
    }),
    { numRuns: 2_000 },
  );
});

test('control characters, lone surrogates and noncharacters are removed, and the rest of the text stays', () => {
  const controls = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)).join('');
  expect(xmlText(`a${controls}b`)).toBe('a\t\n\nb');
  expect(xmlText('a\ud800b\udc00c\ufffed\uffffe')).toBe('abcde');
  expect(xmlText('one\r\ntwo\rthree')).toBe('one\ntwo\nthree');
  expect(xmlText('😀\u{10ffff}\u007f\u0080')).toBe('😀\u{10ffff}\u007f\u0080');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(xmlText(xmlText(text))).toBe(xmlText(text));
    }),
  );
});

test.each(['x', '&', '語', '👋', '"'])('the longest message arrives unchanged when it consists of %s', (unit) => {
  const body = unit.repeat(MESSAGE_MAX_CHARS / unit.length);
  expect(arrive(outgoing(body))?.payload).toEqual({ kind: 'text', body });
  expect(arrive(outgoing(`${body}${unit}`))?.payload).toBeUndefined();
});

test('fields that only the server may set are absent by default', () => {
  const wire = writeMessage(outgoing('hi')).toString();
  for (const name of ['sensitive=', ' at=', 'action=']) expect(wire).not.toContain(name);
  const said = arrive(outgoing('hi', { sensitiveInfo: 8, at: 1_773_489_600_000 }));
  expect(said?.envelope).toMatchObject({ sensitiveInfo: 8, at: 1_773_489_600_000 });
});

test('a message requests a receipt and a read mark, and a mark is stored for offline devices', () => {
  const wire = writeMessage(outgoing('hi'));
  expect([wire.getChild('request', 'urn:xmpp:receipts'), wire.getChild('markable', 'urn:xmpp:chat-markers:0')]).toEqual(
    [expect.anything(), expect.anything()],
  );
  const mark = writeMark({ kind: 'received', id: 'm1' }, 'u_1@gemcall.test', 'r1');
  expect(mark.getChild('store', 'urn:xmpp:hints')).toBeDefined();
});

test.each(['id', 'from', 'to', 'type'])('a message without %s is ignored', (name) => {
  const stanza = writeMessage(outgoing('hello'));
  expect(readEnvelope(parseFrame(stanza.toString()))).toMatchObject({ id: 'm1', type: 0 });
  delete (name === 'type' ? stanza.getChild('x') : stanza)?.attrs[name];
  expect(readEnvelope(parseFrame(stanza.toString()))).toBeUndefined();
});

test('a mark names the same message at both ends, whatever characters its id has', () => {
  const anyId = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .map((id) => xmlText(id).replace(/\s/g, '_'));
  fc.assert(
    fc.property(fc.constantFrom<'received' | 'displayed'>('received', 'displayed'), anyId, (kind, id) => {
      fc.pre(id !== '');
      expect(readMark(parseFrame(writeMark({ kind, id }, 'b', 'r', 'a').toString()))).toEqual({ kind, id });
    }),
  );
});
