import { readdirSync, readFileSync } from 'node:fs';
import xml, { type Element } from '@xmpp/xml';
import { describe, expect, test } from 'vitest';
import { type GatePong, readGatePong, writeGatePing, writeGatePong } from '#contract/chat/acceptance.ts';
import { kinds as messageKinds } from '#contract/chat/kinds/list.ts';
import {
  type Envelope,
  type Mark,
  readEnvelope,
  readHeadline,
  readMark,
  writeHeadline,
  writeMark,
  writeMessage,
} from '#contract/chat/message.ts';
import { kindOf, type Payload, readPayload, readSent, type SentPayload } from '#contract/chat/payload.ts';
import { type PeopleNews, readPeopleNews, writePeopleNews } from '#contract/people/news.ts';
import type { ProfileChange } from '#contract/people/people.ts';
import {
  type LiveStatus,
  type PresenceNews,
  readPresenceNews,
  readWatch,
  writePresence,
  writeWatch,
  writeWatchAgain,
} from '#contract/people/presence.ts';
import { PRESENCE_WATCH_MAX } from '#contract/people/rules.ts';
import { readVCard, writeVCard } from '#contract/people/vcard.ts';
import { parseFrame } from '../../../server/platform/edge/xml/frame.ts';

/** The expected parse result of a stanza. An absent field is undefined. */
type Golden = {
  readonly envelope?: Omit<Envelope, 'x'>;
  readonly payload?: Payload;
  /** The client payload, for the folders with that suffix. */
  readonly sent?: SentPayload;
  readonly mark?: Mark;
  readonly pong?: Partial<GatePong>;
  readonly presence?: { readonly kind: PresenceNews['kind']; readonly statuses?: Readonly<Record<string, LiveStatus>> };
  readonly watch?: ReturnType<typeof readWatch>;
  readonly vcard?: ProfileChange;
  readonly people?: PeopleNews;
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

const isSent = (folder: string) => folder.endsWith('-sent');

function reading(stanza: ReturnType<typeof stanzaOf>, folder = ''): Golden {
  const found = readEnvelope(stanza) ?? readHeadline(stanza);
  const payload = found && !isSent(folder) && readPayload(found.type, found.body, found.x);
  const sent = found && isSent(folder) && readSent(found.type, found.body, found.x);
  const mark = readMark(stanza);
  const presence = readPresenceNews(stanza, 'gate.localhost');
  const watch = readWatch(stanza);
  const vcard = readVCard(stanza);
  const people = readPeopleNews(stanza, 'gate.localhost');
  const { x: _x, ...envelope } = found ?? { x: undefined };
  return {
    ...(found && { envelope: envelope as Omit<Envelope, 'x'> }),
    ...(payload && { payload }),
    ...(sent && { sent }),
    ...(mark && { mark }),
    ...(stanza.is('iq') && stanza.getChild('time') && { pong: readGatePong(stanza) }),
    ...(presence && {
      presence: {
        kind: presence.kind,
        ...(presence.kind === 'changed' && { statuses: Object.fromEntries(presence.statuses) }),
      },
    }),
    ...(watch && { watch }),
    ...(vcard && { vcard }),
    ...(people && { people }),
  };
}

/** The gate's answer to a ping to which the edge has added the acceptances. */
const pongOf = (at: number, acceptances: GatePong['acceptances']) =>
  parseFrame(
    xml('iq', { type: 'result' }, writeGatePong(at, parseFrame(writeGatePing(acceptances).toString()))).toString(),
  );
const fromGate = (child: Element) =>
  xml('message', { xmlns: 'jabber:client', type: 'headline', from: 'gate.localhost' }, child);
const headline = ({ statuses = {}, kind }: NonNullable<Golden['presence']>) =>
  fromGate(
    kind === 'changed'
      ? writePresence(new Map(Object.entries(statuses).map(([uid, status]) => [Number(uid), status])))
      : writeWatchAgain(),
  );

describe.each(kinds)('%s', (kind) => {
  test.each(namesOf(kind))('%s.xml is parsed to the values of its .json', (name) => {
    expect(JSON.parse(JSON.stringify(reading(stanzaOf(kind, name), kind)))).toEqual(goldenOf(kind, name));
  });

  test.each(namesOf(kind))('%s is unchanged when it is parsed, serialized and parsed again', (name) => {
    const { envelope, payload, mark, pong, presence, watch, vcard, people } = goldenOf(kind, name);
    if (envelope && payload) {
      const { at, version: _v, ...rest } = envelope;
      const write = kindOf(payload).transient ? writeHeadline : writeMessage;
      const written = write({ ...rest, payload, ...(at === undefined ? {} : { at }) });
      const again = reading(parseFrame(written.toString()));
      expect(JSON.parse(JSON.stringify(again))).toEqual({ envelope: { ...envelope, version: 1 }, payload });
    } else if (mark) expect(readMark(parseFrame(writeMark(mark, 'b', 'id', 'a').toString()))).toEqual(mark);
    else if (pong?.at !== undefined) expect(reading(pongOf(pong.at, pong.acceptances ?? []))).toEqual({ pong });
    else if (presence) expect(reading(parseFrame(headline(presence).toString()))).toEqual({ presence });
    else if (vcard) expect(readVCard(parseFrame(writeVCard(vcard).toString()))).toEqual(vcard);
    else if (people) expect(reading(parseFrame(fromGate(writePeopleNews(people)).toString()))).toEqual({ people });
    else if (watch) expect(readWatch(parseFrame(writeWatch(watch.uids, watch.stream).toString()))).toEqual(watch);
  });
});

test.each(messageKinds.map(({ kind }) => kind))('a %s message has at least three cases, valid and invalid', (kind) => {
  expect(kinds).toContain(kind);
  const ofThisKind = namesOf(kind).map((name) => goldenOf(kind, name).payload?.kind);
  expect(ofThisKind.length).toBeGreaterThanOrEqual(3);
  expect(new Set(ofThisKind)).toEqual(new Set([kind, undefined]));
});

test.each(messageKinds.filter((row) => 'sent' in row).map(({ kind }) => kind))(
  'the client payload of a %s message has at least three cases, valid and invalid',
  (kind) => {
    const ofThisKind = namesOf(`${kind}-sent`).map((name) => goldenOf(`${kind}-sent`, name).sent?.kind);
    expect(ofThisKind.length).toBeGreaterThanOrEqual(3);
    expect(new Set(ofThisKind)).toEqual(new Set([kind, undefined]));
  },
);

test('the largest watch fits into a frame, and a larger one is refused by the encoder', () => {
  const uids = Array.from({ length: PRESENCE_WATCH_MAX }, (_, n) => 999_999_999_999_000 + n);
  expect(readWatch(parseFrame(writeWatch(uids).toString()))?.uids).toEqual(uids);
  expect(readWatch(writeWatch([...uids, 5]))).toBeUndefined();
});
