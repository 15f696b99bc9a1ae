import type { Element } from '@xmpp/xml';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEvent, readRequest, writeAnswer, writeEvent, writeRequest } from '#contract/calls/hub.ts';
import { readEnvelope, writeMessage } from '#contract/chat/message.ts';
import { readTypedVCard, readVCard, writeVCard } from '#contract/people/vcard.ts';
import { visibleLine, visibleText } from '#contract/text/visible-text.ts';
import { holdsPlainText, isPlainText, plainText, writePlainJson } from '#contract/xml/characters.ts';
import { parseFrame } from '../../../server/platform/edge/xml/frame.ts';
import { onlyXml } from '../../../server/platform/edge/xml/writer.ts';

const SHOWN = { price: 1, freeSeconds: 0, silver: 0 };
const CONTROLS = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)).filter(
  (one) => !'\t\n\r'.includes(one),
);
const NO_TEXT = [...CONTROLS, '\u007f', '\u0085', '\ud800', '\udc00', '\ufdd0', '\ufffe', '\uffff', '\u{1fffe}'];
const TEXT = ['😀', '\u{10fffd}', '\u200f', '\u202e', '\u200d', 'ا', '\t', '\n', '\r\n', '\ufffd', '\ufeff', '&<>"\''];
const hostile = fc
  .array(fc.constantFrom(...NO_TEXT, ...TEXT, 'a', '\ud83d'), { maxLength: 20 })
  .map((parts) => parts.join(''));

test('invalid characters are refused in input, all other text is accepted', () => {
  for (const one of NO_TEXT) expect([one, isPlainText(`a${one}b`)]).toEqual([one, false]);
  for (const one of TEXT) expect([one, isPlainText(`a${one}b`)]).toEqual([one, true]);
  expect(holdsPlainText({ a: [{ b: 'x\uffff' }] })).toBe(false);
  expect(holdsPlainText({ 'a\uffff': 1 })).toBe(false);
  expect(holdsPlainText({ a: ['x', 1, null, { b: 'y' }] })).toBe(true);
});

test('invalid characters are removed from received text', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      for (const read of [plainText, visibleText, visibleLine]) expect(isPlainText(read(text))).toBe(true);
      expect(plainText(plainText(text))).toBe(plainText(text));
      expect(holdsPlainText(JSON.parse(writePlainJson({ text })))).toBe(true);
    }),
  );
  expect(plainText('a\u0000b\ud800c\uffff\r\nd')).toBe('abc\nd');
});

test('words that only a tab or an unusual line end separates stay separate', () => {
  for (const end of ['\r\n', '\r', '\n', '\v', '\f', '\u0085', '\u2028', '\u2029']) {
    expect([visibleText(`one${end}two`), visibleLine(`one${end}two`)]).toEqual(['one\ntwo', 'one two']);
  }
  expect([visibleText('one\ttwo'), visibleLine('one\t\ttwo')]).toEqual(['one two', 'one two']);
});

const SID = 's'.repeat(21);
const person = (text: string) => ({ uid: 1, nickName: text, avatarUrl: text, country: text, lang: text });
const writers: Record<string, (text: string) => Element> = {
  message: (text) =>
    writeMessage({
      id: 'm',
      to: 'a@b',
      thread: text,
      os: text,
      pkgName: text,
      nick: text,
      textAction: '',
      payload: { kind: 'text', body: text },
    }),
  card: (text) =>
    writeVCard({
      nickName: text,
      about: text,
      tel: text,
      email: text,
      address: text,
      country: text,
      lang: text,
      albums: [text],
      videos: [{ thumbnail: text, videoUrl: text, checksum: text }],
    }),
  request: (text) =>
    writeRequest({
      name: 'SessionRequest',
      sid: SID,
      data: { callee: 1, kind: 'paid', source: text, root: text, shown: SHOWN },
    }),
  answer: (text) =>
    writeAnswer('CallCheck', SID, { caller: person(text), kind: 'paid', price: 1, freeSeconds: 0, startTime: 0 }),
  event: (text) => writeEvent({ name: 'AnsweredElsewhere', sid: SID, data: { resource: text } }),
};

test.each(Object.keys(writers))('a %s is well-formed, whatever characters its rows hold', (name) => {
  fc.assert(
    fc.property(hostile, (text) => {
      const written = writers[name]?.(text).toString() ?? '';
      expect(() => parseFrame(written)).not.toThrow();
    }),
    { numRuns: 300 },
  );
});

test('responses of hub and gate are read without invalid characters, and requests with them are refused', () => {
  const event = parseFrame(
    `<message type='headline' from='hub'><action xmlns='urn:gemcall:hub:1' name='AnsweredElsewhere' sid='${SID}'>` +
      `<json xmlns='urn:xmpp:json:0'>{"resource":"a\\uffffb\\u0001c"}</json></action></message>`,
  );
  expect(readEvent(event, 'hub')).toMatchObject({ data: { resource: 'abc' } });
  const asking = (source: string) =>
    readRequest(
      parseFrame(
        `<action xmlns='urn:gemcall:hub:1' name='SessionRequest' sid=''>` +
          `<json xmlns='urn:xmpp:json:0'>{"callee":1,"kind":"paid","root":"","shown":{"price":1,"freeSeconds":0,"silver":0},"source":"${source}"}</json></action>`,
      ),
    );
  expect(asking('wall')).toBeDefined();
  for (const source of ['\\uffff', '\\ufffe', '\\u0000', '\\ud800', '\u0085'])
    expect([source, asking(source)]).toEqual([source, undefined]);
  const signal = { kind: 'candidate', generation: 0, candidate: 'candidate:\uffff', sdpMid: null, sdpMLineIndex: null };
  const json = JSON.stringify({ signal }).replace('\uffff', '\\uffff');
  const passed = `<action xmlns='urn:gemcall:hub:1' name='WebRTCContent' sid='${SID}'><json xmlns='urn:xmpp:json:0'>`;
  expect(readRequest(parseFrame(`${passed}${json}</json></action>`))).toBeUndefined();
  expect(readRequest(parseFrame(`${passed}${json.replace('\\uffff', '1')}</json></action>`))).toBeDefined();
});

test('a message or card of another client is read without invalid characters, and setting a card with them is refused', () => {
  const message = writers['message']?.('x') as Element;
  message.attrs['from'] = 'c@d';
  message.getChild('body')?.children.splice(0, 1, 'a\u0085b\ufdd0');
  expect(readEnvelope(message)?.body).toBe('ab');
  const card = parseFrame(`<vCard xmlns='vcard-temp'><NICKNAME>a&#x85;b</NICKNAME></vCard>`);
  expect(readVCard(card)).toEqual({ nickName: 'ab' });
  expect(readTypedVCard(card)).toBeUndefined();
});

test('the text sent to the XMPP server contains only what XML can hold, and is otherwise unchanged', () => {
  const sent: string[] = [];
  const send = onlyXml((frame) => void sent.push(frame));
  send(`<a b="\ufffe">x\u0000\uffff\ud800😀&lt;</a>`);
  expect(sent).toEqual(['<a b="">x😀&lt;</a>']);
});
