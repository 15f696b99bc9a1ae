import xml, { type Element } from '@xmpp/xml';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeHeadline, writeMessage } from '#contract/chat/message.ts';
import { kindOf, type Payload } from '#contract/chat/payload.ts';
import { isOfPeople, SENDERS as MAY_SEND, TYPES } from '../../../harness/hostile/forgery-table.ts';
import { PAYLOADS } from '../../../harness/payload-samples.ts';
import {
  ATTACKER,
  archived,
  carbon,
  chat,
  DOMAIN,
  HOST,
  ME,
  MY_TAB,
  mark,
  read,
  self,
  verdict,
} from '../support/stanzas.ts';

const PRIVILEGED = TYPES.filter((type) => !isOfPeople(type));
const SAMPLES: ReadonlyMap<number, Payload> = new Map(
  Object.values(PAYLOADS).map(([plain]) => [kindOf(plain as Payload).type, plain as Payload]),
);
/** A whole message of the type. */
function whole(type: number, from: string, as: 'chat' | 'headline' = 'chat'): Element {
  const payload = SAMPLES.get(type);
  if (!payload) throw new TypeError(`No sample of ${type}`);
  const write = as === 'chat' ? writeMessage : writeHeadline;
  // The user is the receiver of the gift.
  const told = payload.kind === 'gift' ? { ...payload, from: 9001, to: self.uid } : payload;
  return write({
    id: 'm1',
    from,
    to: ME,
    thread: '',
    os: '',
    pkgName: '',
    nick: '',
    textAction: '',
    payload: told,
  });
}
const { hub, gift, official, gate } = self.services;

type Wrap = (inner: Element) => Element;
const straight: Wrap = (inner) => inner;
type From = 'a person' | 'gift' | 'official' | 'untrusted';
const SENDERS: [string, string, Wrap, From][] = [
  ['a person', `${HOST}/phone`, straight, 'a person'],
  ['the official service', official, straight, 'official'],
  ['the gift service', gift, straight, 'gift'],
  ['the hub', hub, straight, 'untrusted'],
  ['the gate', gate, straight, 'untrusted'],
  ['our own server', DOMAIN, straight, 'untrusted'],
  ['a person of another domain', 'u_9001@evil.test/phone', straight, 'untrusted'],
  ['another domain that calls itself official', `official.${DOMAIN}.evil.test`, straight, 'untrusted'],
  ['another domain that calls itself the gift service', `gift.${DOMAIN}.evil.test`, straight, 'untrusted'],
  ['a person whose name has no uid', `official@${DOMAIN}`, straight, 'untrusted'],
  ['a person in our archive', `${HOST}/phone`, (inner) => archived(inner), 'a person'],
  ['a person in a carbon', `${HOST}/phone`, (inner) => carbon('received', inner), 'a person'],
  ['the official service in our archive', official, (inner) => archived(inner), 'official'],
  ['the official service in a carbon', official, (inner) => carbon('received', inner), 'official'],
  ['the gift service in our archive', gift, (inner) => archived(inner), 'gift'],
  ['the gift service in a carbon', gift, (inner) => carbon('received', inner), 'gift'],
  ['the hub in our archive', hub, (inner) => archived(inner), 'untrusted'],
  ['the hub in a carbon', hub, (inner) => carbon('received', inner), 'untrusted'],
  ['the gate in our archive', gate, (inner) => archived(inner), 'untrusted'],
  ['the gate in a carbon', gate, (inner) => carbon('received', inner), 'untrusted'],
  ['another domain in our archive', 'u_9001@evil.test', (inner) => archived(inner), 'untrusted'],
];

function expected(type: number, from: From): string {
  if (from === 'untrusted') return 'dropped: stranger';
  if (from === 'a person') return isOfPeople(type) ? 'message' : 'dropped: privileged';
  if (from === 'gift') return type === 13 ? 'message' : 'dropped: privileged';
  if (type === 13) return 'dropped: privileged';
  // A headline is never part of an archive page.
  return MAY_SEND[type] === 'official headline' ? 'dropped: unreadable' : 'message';
}

describe.each(SENDERS)('from %s', (_name, from, wrap, trustedAs) => {
  test.each(TYPES)('type %i is trusted exactly when that sender may send it', (type) => {
    expect(verdict(wrap(whole(type, from)))).toBe(expected(type, trustedAs));
  });
});

test('a headline is accepted only from the official service, live, and of the announced kinds', () => {
  for (const type of TYPES) {
    const isTold = MAY_SEND[type] === 'official headline';
    const told = type === 100 ? 'other' : 'message';
    const refused = type === 13 ? 'dropped: privileged' : 'dropped: unreadable';
    expect(verdict(whole(type, official, 'headline'))).toBe(isTold ? told : refused);
    for (const from of [HOST, `${HOST}/phone`]) expect(verdict(whole(type, from, 'headline'))).toBe('other');
    expect(verdict(archived(whole(type, official, 'headline')))).toBe('other');
  }
  expect(verdict(whole(0, gift, 'headline'))).toBe('dropped: privileged');
  expect(verdict(whole(13, gift, 'headline'))).toBe('dropped: unreadable');
});

test('a gift counts only when the user is one of the two parties', () => {
  const told = (from: number, to: number) => {
    const stanza = whole(13, gift);
    Object.assign(stanza.getChild('x')?.getChild('gift')?.attrs ?? {}, { from: String(from), to: String(to) });
    return read(stanza);
  };
  expect(told(9001, self.uid)).toMatchObject({ kind: 'message', out: false, peer: { uid: 9001, service: 'gift' } });
  expect(told(self.uid, 9001)).toMatchObject({ kind: 'message', out: true, peer: { uid: 9001, local: 'u_9001' } });
  expect(told(9001, 9002)).toEqual({ kind: 'dropped', why: 'unreadable' });
  expect(told(self.uid, self.uid)).toEqual({ kind: 'dropped', why: 'unreadable' });
});

test('a message to the gift service and a mark from it are rejected', () => {
  expect(verdict(carbon('sent', chat({ from: MY_TAB, to: gift })))).toBe('dropped: stranger');
  expect(verdict(mark('displayed', 'm1', gift))).toBe('dropped: stranger');
  expect(read(carbon('sent', mark('displayed', 'm1', MY_TAB, gift)))).toMatchObject({
    kind: 'mark',
    out: true,
    peer: { service: 'gift' },
  });
});

test('another own device cannot have sent a privileged type either', () => {
  for (const type of PRIVILEGED) {
    expect(verdict(carbon('sent', chat({ from: MY_TAB, to: HOST, type })))).toBe('dropped: privileged');
    expect(verdict(archived(chat({ from: MY_TAB, to: HOST, type })))).toBe('dropped: privileged');
  }
});

test.each([-1, 1.5, 'text', '', '0x0', '1e1', ' 0', '9'.repeat(400)])(
  'a message whose type is %s shows nothing',
  (type) => {
    expect(['other', 'dropped: unreadable']).toContain(verdict(chat({ type })));
  },
);

test('a message of a newer build is stored, but not one of the gift service', () => {
  expect(read(chat({ type: 99 }))).toMatchObject({ kind: 'message', raw: expect.stringContaining('hello') });
  expect(verdict(chat({ type: 99, from: official }))).toBe('message');
  expect(verdict(chat({ type: 99, from: gift }))).toBe('dropped: privileged');
});

describe('a carbon copy', () => {
  const incoming = chat({ from: `${HOST}/phone` });
  const outgoing = chat({ from: `${ME}/phone`, to: HOST });

  test('a carbon copy is trusted when it comes from the own account', () => {
    for (const from of [ME, undefined]) {
      expect(read(carbon('received', incoming, from))).toMatchObject({
        kind: 'message',
        out: false,
        peer: { uid: 9001 },
      });
      expect(read(carbon('sent', outgoing, from))).toMatchObject({ kind: 'message', out: true, peer: { uid: 9001 } });
    }
  });

  test.each([ATTACKER, `${ATTACKER}/x`, MY_TAB, DOMAIN, HOST, hub, official, '', `${ME}.evil`, ME.toUpperCase()])(
    'a carbon copy is forged when it comes from %s',
    (from) => {
      expect(verdict(carbon('received', incoming, from))).toBe('dropped: forged-carbon');
      expect(verdict(carbon('sent', outgoing, from))).toBe('dropped: forged-carbon');
      expect(verdict(carbon('received', mark('displayed', 'm1'), from))).toBe('dropped: forged-carbon');
    },
  );

  test('a carbon copy is rejected when its direction and its sender disagree', () => {
    expect(verdict(carbon('sent', incoming))).toBe('dropped: not-ours');
    expect(verdict(carbon('received', outgoing))).toBe('dropped: not-ours');
    expect(verdict(carbon('received', chat({ to: ATTACKER })))).toBe('dropped: not-ours');
  });

  test('a forged carbon copy is not read as a plain message when it also contains a plain body', () => {
    const both = carbon('received', incoming, `${ATTACKER}/x`);
    both.attrs['id'] = 'both';
    both.append(...chat({}).children);
    expect(verdict(both)).toBe('dropped: forged-carbon');
  });
});

const ADDRESSES = [ME, undefined, MY_TAB, DOMAIN, HOST, ATTACKER, `${ATTACKER}/x`, hub, official, '', `${ME} `];
const QUERIES = ['outstanding-query', 'ended-query', '', 'Outstanding-Query', 'outstanding-query '];

test('a page of history is trusted only from the own account and only while that page is awaited', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.constantFrom(...ADDRESSES), fc.string()),
      fc.oneof(fc.constantFrom(...QUERIES), fc.string()),
      fc.boolean(),
      (from, queryId, out) => {
        const inner = out ? chat({ from: MY_TAB, to: HOST }) : chat();
        const isTrusted = (from === ME || from === undefined) && queryId === 'outstanding-query';
        expect(verdict(archived(inner, { from, queryId }))).toBe(isTrusted ? 'message' : 'dropped: forged-archive');
      },
    ),
    { numRuns: 1_000 },
  );
  expect(verdict(archived(chat()))).toBe('message');
});

test('history of a conversation between two other users is rejected', () => {
  expect(verdict(archived(chat({ from: HOST, to: ATTACKER })))).toBe('dropped: not-ours');
});

test.each([
  ['a carbon in a carbon', (inner: Element) => carbon('received', carbon('received', inner)), 'forged-carbon'],
  ['an archived message in a carbon', (inner: Element) => carbon('received', archived(inner)), 'forged-carbon'],
  ['a carbon in the archive', (inner: Element) => archived(carbon('received', inner)), 'forged-archive'],
  ['a page in a page', (inner: Element) => archived(archived(inner)), 'forged-archive'],
  [
    "an attacker's carbon in the archive",
    (inner: Element) => archived(carbon('received', inner, ATTACKER)),
    'forged-archive',
  ],
  [
    "an attacker's carbon in a carbon",
    (inner: Element) => carbon('received', carbon('sent', inner, ATTACKER)),
    'forged-carbon',
  ],
])('%s is not trusted', (_name, wrap, why) => {
  expect(verdict(wrap(chat()))).toBe(`dropped: ${why}`);
});

test.each([ME, MY_TAB, `${ME}/other`])('a message that claims to come from ourselves (%s) is forged', (from) => {
  expect(verdict(chat({ from }))).toBe('dropped: forged-self');
  expect(verdict(chat({ from, to: HOST }))).toBe('dropped: forged-self');
  expect(verdict(mark('displayed', 'm1', from))).toBe('dropped: forged-self');
});

test('a note to self opens no conversation with oneself', () => {
  expect(verdict(carbon('sent', chat({ from: MY_TAB, to: ME })))).toBe('dropped: stranger');
  expect(verdict(archived(chat({ from: MY_TAB, to: ME })))).toBe('dropped: stranger');
});

test('a message to another user, or to a name with our name as prefix, is rejected', () => {
  for (const to of [HOST, `u_1000012@${DOMAIN}`, `${ME}.evil`, DOMAIN, 'u_100001@evil.test']) {
    expect(verdict(chat({ to }))).toBe('dropped: not-ours');
  }
  expect(verdict(chat({ to: MY_TAB }))).toBe('message');
});

test.each(['id', 'from', 'to'])('a message without %s is ignored', (name) => {
  const wraps: Wrap[] = [straight, (inner) => carbon('received', inner), (inner) => archived(inner)];
  for (const wrap of wraps) {
    const stanza = chat();
    delete stanza.attrs[name];
    expect(['other', 'dropped: stranger']).toContain(verdict(wrap(stanza)));
  }
});

test('an id beyond the maximum length is ignored', () => {
  expect(verdict(chat({ id: 'x'.repeat(128) }))).toBe('message');
  expect(verdict(chat({ id: 'x'.repeat(129) }))).toBe('other');
});

test('the conversation is that of the verified sender, whatever thread the message names', () => {
  const anyThread = fc.oneof(fc.string(), fc.constantFrom('localOfficial', '1.5', 'u_1', 'u_9002', '', '__proto__'));
  const wraps: Wrap[] = [straight, (inner) => carbon('received', inner), (inner) => archived(inner)];
  fc.assert(
    fc.property(anyThread, fc.integer({ min: 2, max: 99_999 }), fc.constantFrom(...wraps), (thread, uid, wrap) => {
      const inbound = read(wrap(chat({ thread, from: `u_${uid}@${DOMAIN}/x` })));
      expect(inbound).toMatchObject({ kind: 'message', peer: { uid, local: `u_${uid}`, bare: `u_${uid}@${DOMAIN}` } });
    }),
  );
});

test('no network sender can write into the local official conversation', () => {
  for (const from of [`localOfficial@${DOMAIN}`, 'localOfficial', `u_1.5@${DOMAIN}`, `u_localOfficial@${DOMAIN}`]) {
    expect(verdict(chat({ from, thread: 'localOfficial' }))).toBe('dropped: stranger');
    expect(verdict(mark('displayed', 'welcome', from))).toBe('dropped: stranger');
  }
  expect(read(whole(21, official))).toMatchObject({ peer: { local: 'u_1' } });
});

test('a receipt is accepted by the same rules as a message', () => {
  expect(read(mark('displayed', 'm1'))).toMatchObject({
    kind: 'mark',
    out: false,
    mark: { kind: 'displayed', id: 'm1' },
  });
  expect(read(carbon('sent', mark('displayed', 'm1', MY_TAB, HOST)))).toMatchObject({ kind: 'mark', out: true });
  expect(verdict(mark('received', 'm1', 'u_9001@evil.test/x'))).toBe('dropped: stranger');
  expect(verdict(carbon('received', mark('received', 'm1', HOST, ATTACKER)))).toBe('dropped: not-ours');
});

test('the archive id counts only when the own account assigned it', () => {
  const withIds = (...by: string[]) => {
    const stanza = chat();
    for (const one of by) stanza.append(xml('stanza-id', { xmlns: 'urn:xmpp:sid:0', by: one, id: `by ${one}` }));
    return read(stanza);
  };
  expect(withIds(ATTACKER, ME, DOMAIN)).toMatchObject({ archiveId: `by ${ME}` });
  expect(withIds(ATTACKER, MY_TAB)).toMatchObject({ archiveId: '' });
});

test('an error stanza never becomes a message, even with a body, a carbon or a page inside', () => {
  for (const stanza of [chat(), carbon('received', chat()), archived(chat())]) {
    stanza.attrs['type'] = 'error';
    stanza.attrs['id'] = 'm1';
    expect(read(stanza)).toMatchObject({ kind: 'refused', id: 'm1' });
  }
});

test('a refusal carries the rule when it comes from the own edge', () => {
  const refused = (...inside: Element[]) => {
    const condition = xml('forbidden', { xmlns: 'urn:ietf:params:xml:ns:xmpp-stanzas' });
    return read(
      xml('message', { type: 'error', id: 'm1', from: gate }, xml('error', { type: 'auth' }, condition, ...inside)),
    );
  };
  expect(refused(xml('refused', { xmlns: 'urn:gemcall:refused:1', reason: 'role' }))).toMatchObject({
    condition: 'forbidden',
    reason: 'role',
  });
  expect(refused()).not.toHaveProperty('reason');
});
