import xml, { Element } from '@xmpp/xml';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MESSAGE_NS } from '#contract/chat/message.ts';
import { isBounded } from '#contract/xml/bounds.ts';
import { rowOfInbound } from '../../../../worker/chat/incoming/row.ts';
import { archived, carbon, chat, HOST, ME, MY_TAB, QUERY, read, self, verdict } from '../support/stanzas.ts';

const NAMES = ['message', 'iq', 'presence', 'body', 'thread', 'x', 'sent', 'received', 'forwarded', 'result', 'delay'];
const MORE = ['displayed', 'error', 'stanza-id', 'a:b', '__proto__', 'constructor'];
const SPACES = [
  'jabber:client',
  MESSAGE_NS,
  'urn:xmpp:carbons:2',
  'urn:xmpp:mam:2',
  'urn:xmpp:forward:0',
  'urn:xmpp:delay',
];
const KEYS = ['id', 'from', 'to', 'type', 'queryid', 'stamp', 'nick', 'at', 'sensitive', 'action', 'by', 'toString'];
const VALUES = [
  ME,
  MY_TAB,
  HOST,
  `${HOST}/x`,
  QUERY,
  'chat',
  'error',
  '0',
  '5',
  '-1',
  'NaN',
  '9e9',
  '',
  self.services.official,
];

const anyName = fc.constantFrom(...NAMES, ...MORE);
const anyValue = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...VALUES) },
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const anyAttrs = fc.tuple(
  fc.dictionary(fc.constantFrom(...KEYS), anyValue, { maxKeys: 6 }),
  fc.option(fc.constantFrom(...SPACES), { nil: undefined }),
);
const { tree } = fc.letrec<{ tree: Element; node: Element | string }>((tie) => ({
  node: fc.oneof({ depthSize: 'small', withCrossShrink: true }, fc.string({ maxLength: 12 }), tie('tree')),
  tree: fc
    .tuple(anyName, anyAttrs, fc.array(tie('node'), { maxLength: 4 }))
    .map(([name, [attrs, xmlns], children]) => xml(name, { ...attrs, xmlns }, ...children)),
}));

test('10,000 random stanzas are parsed without an exception, and none becomes a row of a stranger', () => {
  const wraps = [
    (inner: Element) => inner,
    (inner: Element) => carbon('received', inner),
    (inner: Element) => carbon('sent', inner),
    (inner: Element) => archived(inner),
    (inner: Element) => {
      const stanza = chat();
      stanza.append(inner);
      return stanza;
    },
  ];
  fc.assert(
    fc.property(tree, fc.constantFrom(...wraps), fc.boolean(), (element, wrap, asMessage) => {
      if (asMessage) element.name = 'message';
      const inbound = read(wrap(element));
      if (inbound.kind !== 'message') return;
      const row = rowOfInbound(inbound, 'u_100001', 0);
      if (typeof row !== 'string') expect(row.tid).toMatch(/^u_[1-9]\d*$/);
    }),
    { numRuns: 10_000 },
  );
});

function nested(levels: number, name = 'x'): Element {
  const root = new Element('message', { type: 'chat', id: 'm', from: `${HOST}/x`, to: ME });
  let deepest = root;
  for (let level = 1; level < levels; level += 1) {
    const child = new Element(name, {});
    deepest.append(child);
    deepest = child;
  }
  return root;
}

test('a stanza of 4,000 levels does not overflow the stack: it is dropped and counted', () => {
  expect(verdict(nested(4_000))).toBe('dropped: unbounded');
  expect(verdict(nested(100_000))).toBe('dropped: unbounded');
  expect(verdict(carbon('received', nested(4_000)))).toBe('dropped: unbounded');
  expect(verdict(archived(nested(4_000)))).toBe('dropped: unbounded');
});

test('a stanza may have 16 levels and 256 elements, no more', () => {
  expect([isBounded(nested(16)), isBounded(nested(17))]).toEqual([true, false]);
  const wide = (count: number) => xml('message', {}, ...Array.from({ length: count - 1 }, () => xml('x')));
  expect([isBounded(wide(256)), isBounded(wide(257))]).toEqual([true, false]);
  expect(isBounded(wide(10_000))).toBe(false);
});

test('texts, names and addresses of a megabyte are parsed or dropped without an exception', () => {
  const huge = 'a'.repeat(1_000_000);
  const stanzas = [
    chat({ body: huge }),
    chat({ nick: huge }),
    chat({ thread: huge }),
    chat({ from: huge }),
    chat({ id: huge }),
  ];
  for (const stanza of stanzas) {
    const inbound = read(stanza);
    const row = inbound.kind === 'message' ? rowOfInbound(inbound, 'u_100001', 0) : undefined;
    if (typeof row === 'object') expect(JSON.stringify(row).length).toBeLessThan(10_000);
  }
});

test('a message with more than 64 KB of text, addresses or extras is dropped, also of a kind stored for later', () => {
  const large = 'a'.repeat(65_536);
  expect(verdict(chat({ type: 2, body: large }))).toBe('dropped: unbounded');
  expect(verdict(chat({ type: 2, nick: large }))).toBe('dropped: unbounded');
  expect(verdict(archived(chat({ type: 2, body: large })))).toBe('dropped: unbounded');
  expect(verdict(chat({ type: 2, body: 'a'.repeat(60_000) }))).toBe('message');
});
