import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The XEP or RFC number that defines each external namespace. */
const DEFINED_IN: Readonly<Record<string, string>> = {
  'http://etherx.jabber.org/streams': 'rfc6120',
  'http://jabber.org/protocol/caps': '0115',
  'http://jabber.org/protocol/chatstates': '0085',
  'http://jabber.org/protocol/disco#info': '0030',
  'http://jabber.org/protocol/disco#items': '0030',
  'http://jabber.org/protocol/rsm': '0059',
  'jabber:client': 'rfc6120',
  'jabber:component:accept': '0114',
  'jabber:iq:roster': 'rfc6121',
  'jabber:x:data': '0004',
  'urn:ietf:params:xml:ns:xmpp-bind': 'rfc6120',
  'urn:ietf:params:xml:ns:xmpp-framing': 'rfc7395',
  'urn:ietf:params:xml:ns:xmpp-sasl': 'rfc6120',
  'urn:ietf:params:xml:ns:xmpp-session': 'rfc6121',
  'urn:ietf:params:xml:ns:xmpp-stanzas': 'rfc6120',
  'urn:ietf:params:xml:ns:xmpp-streams': 'rfc6120',
  'urn:xmpp:blocking': '0191',
  'urn:xmpp:carbons:2': '0280',
  'urn:xmpp:chat-markers:0': '0333',
  'urn:xmpp:csi:0': '0352',
  'urn:xmpp:delay': '0203',
  'urn:xmpp:forward:0': '0297',
  'urn:xmpp:hints': '0334',
  'urn:xmpp:json:0': '0335',
  'urn:xmpp:mam:2': '0313',
  'urn:xmpp:message-correct:0': '0308',
  'urn:xmpp:message-retract:1': '0424',
  'urn:xmpp:ping': '0199',
  'urn:xmpp:receipts': '0184',
  'urn:xmpp:reactions:0': '0444',
  'urn:xmpp:reply:0': '0461',
  'urn:xmpp:sid:0': '0359',
  'urn:xmpp:sm:3': '0198',
  'vcard-temp': '0054',
};
/** Standards that define only addresses. */
const WITHOUT_NAMESPACE = ['rfc7622'];

const NAMESPACE =
  /(?:urn:(?:xmpp|ietf:params:xml:ns)|jabber):[\w:-]+|http:\/\/(?:jabber\.org|etherx\.jabber\.org)\/[\w/#-]+|vcard-temp/g;
const SOURCES = [
  ...globSync('{contract,worker,server,sw,src}/**/*.{ts,tsx}'),
  ...globSync('server/platform/prosody/modules/*.lua'),
];
const spoken = new Set(
  SOURCES.flatMap((path) => {
    const code = readFileSync(path, 'utf8')
      .replaceAll(/\/\*.*?\*\//gs, '')
      .replaceAll(/^\s*(\/\/|--).*$/gm, '');
    return code.match(NAMESPACE) ?? [];
  }),
);

const doap = readFileSync('server/platform/prosody/gemcall.doap.xml', 'utf8');
const rows = [...doap.matchAll(/<xmpp:SupportedXep>(.*?)<\/xmpp:SupportedXep>/gs)].map(([, row = '']) => ({
  xep: /xep-(\d{4})\.html/.exec(row)?.[1] ?? '',
  status: /<xmpp:status>(.*?)</.exec(row)?.[1],
  version: /<xmpp:version>(.*?)</.exec(row)?.[1] ?? '',
  note: /<xmpp:note[^>]*>(.*?)</.exec(row)?.[1] ?? '',
}));
const rfcs = [...doap.matchAll(/\/info\/(rfc\d+)"/g)].map(([, rfc = '']) => rfc);
const named = [...rows.map(({ xep }) => xep), ...rfcs];

test('every namespace in the code is defined in a standard that the DOAP file lists', () => {
  expect([...spoken].filter((namespace) => DEFINED_IN[namespace] === undefined)).toEqual([]);
  expect([...spoken].filter((namespace) => !named.includes(DEFINED_IN[namespace] ?? ''))).toEqual([]);
});

test('every standard in the DOAP file is implemented', () => {
  const defining = new Set([...spoken].map((namespace) => DEFINED_IN[namespace]));
  expect(named.filter((name) => !defining.has(name) && !WITHOUT_NAMESPACE.includes(name))).toEqual([]);
});

test('each DOAP row is unique, has a version, and names missing parts when it is partial', () => {
  expect(new Set(named).size).toBe(named.length);
  expect(rows.map(({ xep }) => xep)).toEqual(rows.map(({ xep }) => xep).toSorted());
  for (const { xep, status, version, note } of rows) {
    expect([xep, version]).toEqual([xep, expect.stringMatching(/^\d+\.\d/)]);
    expect([xep, status]).toEqual([xep, expect.stringMatching(/^(complete|partial)$/)]);
    if (status === 'partial') expect([xep, note]).toEqual([xep, expect.stringMatching(/\w/)]);
  }
});

test('every standard that docs/wire.md lists for the stream is in the DOAP file', () => {
  const [, stream = ''] = /### 2\.2 The stream\n(.*?)\n###/s.exec(readFileSync('docs/wire.md', 'utf8')) ?? [];
  const said = [...stream.matchAll(/\b(0\d{3})\b/g)].map(([, xep = '']) => xep);
  expect(said.length).toBeGreaterThan(10);
  expect(said.filter((xep) => !named.includes(xep))).toEqual([]);
});
