import { createHash } from 'node:crypto';
import type { Element } from '@xmpp/xml';
import { describe, expect, test } from 'vitest';
import type { KindFacts, MediaFact } from '../../../../contract/chat/facts.ts';
import { readEnvelope, writeMark, writeMessage } from '../../../../contract/chat/message.ts';
import { kindOf, type Payload, readPayload, writeSent } from '../../../../contract/chat/payload.ts';
import { ANSWER_MAX_CHARS } from '../../../../contract/chat/questions.ts';
import { sealedText } from '../../../../contract/chat/seal.ts';
import { DAY_MS } from '../../../../contract/durations.ts';
import { streamMemory } from '../../../../server/platform/edge/memory.ts';
import type { SenderPolicy } from '../../../../server/platform/edge/ports.ts';
import { createReplyQuota } from '../../../../server/platform/edge/reply-quota.ts';
import { requiredLookups } from '../../../../server/platform/edge/required-lookups.ts';
import type { Sender } from '../../../../server/platform/edge/rules/decision.ts';
import { decideMessage } from '../../../../server/platform/edge/rules/message.ts';
import { archiveThenForward } from '../../../../server/platform/edge/session/archive-stanza.ts';
import { noMetrics } from '../../../../server/platform/metrics/metrics.ts';
import { isOfPeople, SENDERS, TYPES } from '../../../harness/hostile/forgery-table.ts';
import { kindFactsInMemory } from '../../../harness/kind-facts.ts';
import { PAYLOADS, picture } from '../../../harness/payload-samples.ts';
import { BLANKS, SENTENCES, WORDS } from '../../../harness/texts/written-words.ts';

const NOW = 1_773_489_600_000;
const clock = { now: () => NOW };
const policyOf = (role: number) =>
  ({ blocks: [], blockedBy: [], admits: 'everyone', nickName: 'Ada', role, adult: true }) as unknown as SenderPolicy;
type Change = Partial<Pick<Sender, 'withinRate' | 'pairs' | 'violated' | 'seal' | 'sensitiveBits'>> & {
  readonly roles?: Readonly<Record<number, number>>;
};
/** A message from a host to a viewer by default. */
function senderOf({ roles = { 5: 3, 6: 2 }, ...over }: Change = {}) {
  const port = kindFactsInMemory(FACTS);
  const sender = {
    domain: 'test',
    stream: 's',
    uid: 5,
    jid: 'u_5@test',
    clock,
    memory: streamMemory(clock),
    facts: port,
    policies: { get: (uid: number) => policyOf(roles[uid] ?? 2) },
    withinRate: () => true,
    sensitiveBits: (words: string) => (words.includes('bad') ? 2 : words.includes('vile') ? 8 : 0),
    seal: () => '',
    ...over,
  } as unknown as Sender;
  return { sender, port };
}

const MEDIA_ID = '0123456789abcdef0123456789abcdef';
const mediaFact = (change: Partial<MediaFact> = {}): MediaFact => ({
  id: MEDIA_ID,
  kind: 'picture',
  w: 1_280,
  h: 960,
  blur: picture.blur,
  lockBlur: '',
  bits: 0,
  owner: 5,
  ...change,
});
const factsWith = (media: MediaFact, change: Partial<KindFacts> = {}): KindFacts => ({
  media: new Map([[media.id, media]]),
  gift: { id: 'rose', price: 10 },
  today: 0,
  now: NOW,
  lockId: 'lock-of-this-message-1',
  ...change,
});
const FACTS = factsWith(mediaFact());
/** A text that its sender has just written. */
const OWN = { at: NOW, isRetractable: true, isEditable: true, edits: 0 };
/** The facts that complete each kind whose media are no pictures. */
const FACTS_OF: Readonly<Record<string, KindFacts>> = {
  audio: factsWith(mediaFact({ kind: 'sound', ms: 14_200, wave: '0'.repeat(48) })),
  video: factsWith(mediaFact({ kind: 'clip', ms: 14_000 })),
  short_video: factsWith(mediaFact({ kind: 'clip', ms: 14_000 })),
  retraction: { ...FACTS, ownMessage: OWN },
  correction: { ...FACTS, ownMessage: OWN },
  reaction: { ...FACTS, reactedTo: { isReactable: true } },
};

const TO = { to: 'u_6@test', from: 'u_5@test/tab' };
const written = (payload: Payload): Element =>
  writeMessage({ ...TO, id: 'm1', thread: '', os: '', pkgName: '', nick: '', textAction: 'reply', payload });
const invitation = (caller: number, callee: number): Payload => ({
  kind: 'call',
  sid: 'V1StGXR8_Z5jdHi6B-myT',
  caller,
  callee,
  startTime: 0,
  connectingTime: 0,
  endTime: 0,
  reason: '',
  rejectType: '',
});

/** The reason of a refusal, or the forwarded stanza. */
function decided(
  stanza: Element,
  { sender } = senderOf(),
  facts: KindFacts | undefined = FACTS,
): string | ReturnType<typeof readEnvelope> {
  const decision = decideMessage(stanza, sender, { ...(facts && { kind: facts }) });
  if ('refuse' in decision) return decision.refuse;
  Object.assign(decision.forward.attrs, TO);
  return readEnvelope(decision.forward);
}

test('the sender of an invitation is the caller, and its recipient the callee', () => {
  expect(decided(written(invitation(5, 6)))).toMatchObject({ type: 10 });
  for (const [caller, callee] of [
    [6, 5],
    [7, 6],
    [5, 7],
  ] as const)
    expect(decided(written(invitation(caller, callee)))).toBe('not-allowed');
});

test('a text may be a reply, an invitation may not', () => {
  expect(decided(written({ kind: 'text', body: 'hi' }))).toMatchObject({ textAction: 'reply' });
  expect(decided(written(invitation(5, 6)))).toMatchObject({ textAction: '' });
});

/** The client payload. A locked file has its address, because it is the sender's own. */
const sentBy = (payload: Payload, reply = ''): Element =>
  writeMessage(
    { ...TO, id: 'm1', thread: '', os: '', pkgName: '', nick: '', textAction: '', reply, payload },
    writeSent,
  );
const plainOf = (type: number): Payload => {
  const found = Object.values(PAYLOADS).find(([plain]) => plain && kindOf(plain).type === type)?.[0];
  if (!found) throw new TypeError(`No sample of ${type}`);
  return found.kind === 'image_with_gift' ? { ...found, items: [picture] } : found;
};
const told = (answer: ReturnType<typeof decided>) =>
  typeof answer === 'string' || !answer ? answer : readPayload(answer.type, answer.body, answer.x);

test.each(TYPES)('a user may send type %i exactly when the table allows it', (type) => {
  const payload = plainOf(type);
  const answer = decided(sentBy(payload), senderOf(), FACTS_OF[payload.kind]);
  if (isOfPeople(type)) expect(told(answer)).toMatchObject({ kind: payload.kind });
  else expect(answer).toBe('privileged-type');
});

test('a host-to-viewer type is accepted only from a host to a viewer', () => {
  for (const type of TYPES.filter((one) => SENDERS[one] === 'A to V')) {
    const stanza = () => sentBy(plainOf(type));
    expect(told(decided(stanza()))).toBeTypeOf('object');
    for (const roles of [
      { 5: 2, 6: 2 },
      { 5: 2, 6: 3 },
      { 5: 3, 6: 3 },
      { 5: 1, 6: 2 },
    ])
      expect(decided(stanza(), senderOf({ roles }))).toBe('role');
  }
});

test('only hosts may set a price', () => {
  const priced = () =>
    sentBy({ ...PAYLOADS.image[0], items: [picture], body: '', payNeed: true, payPrice: 30, lockId: '' } as Payload);
  expect(told(decided(priced()))).toMatchObject({ payNeed: true, payPrice: 30, lockId: FACTS.lockId });
  expect(decided(priced(), senderOf({ roles: { 5: 2, 6: 3 } }))).toBe('role');
});

test('a priced file is sent without its address, whatever the client sent', () => {
  const stanza = sentBy({ ...PAYLOADS.image[0], items: [picture], payNeed: true, payPrice: 30, lockId: '' } as Payload);
  const item = stanza.getChild('x')?.getChild('item');
  Object.assign(item?.attrs ?? {}, { url: picture.url, thumb: picture.url });
  const decision = decideMessage(stanza, senderOf().sender, { kind: FACTS });
  expect(decision).toHaveProperty('forward');
  expect('forward' in decision && decision.forward.toString()).not.toContain(MEDIA_ID);
});

test('sizes, lengths, prices and owners come from the looked-up facts', () => {
  const stanza = sentBy(PAYLOADS.image[0] as Payload);
  Object.assign(stanza.getChild('x')?.getChild('item')?.attrs ?? {}, { w: '9', h: '9', blur: 'x' });
  expect(told(decided(stanza))).toMatchObject({ items: [{ w: 1_280, h: 960, blur: picture.blur }] });
  const wish = sentBy(PAYLOADS.ask_gift[0] as Payload);
  Object.assign(wish.getChild('x')?.getChild('wish')?.attrs ?? {}, { price: '1' });
  expect(told(decided(wish))).toMatchObject({ giftPrice: 10 });
  const call = sentBy(PAYLOADS.invite_video[0] as Payload);
  Object.assign(call.getChild('x')?.getChild('invite')?.attrs ?? {}, { until: String(NOW * 2) });
  expect(told(decided(call))).toEqual({ kind: 'invite_video', until: NOW + 600_000 });
  const near = sentBy({ ...PAYLOADS.location[0], lat: 52.5, acc: 1_000 } as Payload);
  Object.assign(near.getChild('x')?.getChild('geo')?.attrs ?? {}, { lat: '52.123456', acc: '3' });
  expect(told(decided(near))).toMatchObject({ lat: 52.12, acc: 1_000 });
});

test.each<[string, KindFacts, Payload, string]>([
  ['a picture of another user', factsWith(mediaFact({ owner: 6 })), PAYLOADS.image[0] as Payload, 'foreign-item'],
  ['a picture that is not there', { ...FACTS, media: new Map() }, PAYLOADS.image[0] as Payload, 'foreign-item'],
  ['a voice as a picture', FACTS_OF['audio'] as KindFacts, PAYLOADS.image[0] as Payload, 'foreign-item'],
  ['a picture as a voice', FACTS, PAYLOADS.audio[0] as Payload, 'foreign-item'],
  ['a clip too long', factsWith(mediaFact({ kind: 'clip', ms: 15_501 })), plainOf(16), 'foreign-item'],
  ['a picture behind a gift that is none', { ...FACTS, gift: undefined } as never, plainOf(20), 'content'],
  ['a wish for a gift that is none', { ...FACTS, gift: undefined } as never, plainOf(19), 'content'],
  ['a sticker that is none', FACTS, { kind: 'sticker', id: 'fox/bite', name: '' }, 'content'],
  ['an eleventh priced picture', { ...FACTS, today: 10 }, plainOf(20), 'too-many'],
  ['a seventh wish', { ...FACTS, today: 6 }, plainOf(19), 'too-many'],
  ['a second wish at once', { ...FACTS, today: 1, lastAt: NOW - 599_999 }, plainOf(19), 'too-many'],
  ['the retraction of a message that the sender did not send there', FACTS, plainOf(38), 'not-allowed'],
  [
    'the retraction of a priced picture',
    { ...FACTS, ownMessage: { ...OWN, isRetractable: false } },
    plainOf(38),
    'not-allowed',
  ],
  [
    'a retraction after more than a day',
    { ...FACTS, ownMessage: { ...OWN, at: NOW - DAY_MS - 1 } },
    plainOf(38),
    'too-late',
  ],
  ['the correction of a message that the sender did not send there', FACTS, plainOf(39), 'not-allowed'],
  [
    'the correction of a picture, a place or a deleted text',
    { ...FACTS, ownMessage: { ...OWN, isEditable: false } },
    plainOf(39),
    'not-allowed',
  ],
  [
    'a correction after more than 15 minutes',
    { ...FACTS, ownMessage: { ...OWN, at: NOW - 900_001 } },
    plainOf(39),
    'too-late',
  ],
  ['a twenty-first correction', { ...FACTS, ownMessage: { ...OWN, edits: 20 } }, plainOf(39), 'too-many'],
  ['a correction to nothing', { ...FACTS, ownMessage: OWN }, { kind: 'correction', of: 'id', body: ' ' }, 'empty'],
  ['the reaction to a message that is in no archive of the sender', FACTS, plainOf(40), 'not-allowed'],
  ['the reaction to a call', { ...FACTS, reactedTo: { isReactable: false } }, plainOf(40), 'not-allowed'],
  ...[['no'], ['👍👍'], ['👍', '👍'], ['👍', '❤️', '😂', '😮', '😢', '🔥']].map(
    (emoji) =>
      [
        `the reaction ${emoji.join(' ')}`,
        { ...FACTS, reactedTo: { isReactable: true } },
        { kind: 'reaction', of: 'id', emoji },
        'unreadable',
      ] as [string, KindFacts, Payload, string],
  ),
  ['a second invitation at once', { ...FACTS, today: 1, lastAt: NOW - 299_999 }, plainOf(17), 'too-many'],
])('a message is refused when it has %s', (_name, facts, payload, reason) => {
  expect(decided(sentBy(payload), senderOf(), facts)).toBe(reason);
});

test('a kind that needs facts waits while they are unavailable', () => {
  const decision = decideMessage(sentBy(PAYLOADS.image[0] as Payload), senderOf().sender, {});
  expect(decision).toEqual({ refuse: 'unavailable' });
});

test('a text needs no lookup, and a picture looks up its files', async () => {
  const { sender } = senderOf();
  const log = { info: () => undefined, warn: () => undefined } as never;
  expect(requiredLookups(sentBy({ kind: 'text', body: 'hi' }), sender, log)).toBeUndefined();
  expect(requiredLookups(sentBy(plainOf(6)), sender, log)).toBeUndefined();
  expect(await requiredLookups(sentBy(plainOf(2)), sender, log)?.()).toEqual({ kind: FACTS });
  const busy = senderOf({ withinRate: (rate: string) => rate !== 'facts' }).sender;
  expect(await requiredLookups(sentBy(plainOf(2)), busy, log)?.()).toEqual({ tooMany: true });
  const facts = { ...senderOf().port, load: () => Promise.reject(new Error('no database')) };
  expect(await requiredLookups(sentBy(plainOf(2)), { ...sender, facts }, log)?.()).toEqual({});
});

test('the access rights of files are stored or ended before the message is archived', async () => {
  const { sender, port } = senderOf();
  const priced = { ...PAYLOADS.image[0], payNeed: true, payPrice: 30, lockId: '' } as Payload;
  const decision = decideMessage(sentBy(priced), sender, { kind: FACTS });
  if ('forward' in decision) await decision.keep?.prepare?.();
  const lock = { id: FACTS.lockId, price: 30 };
  expect(port.prepared).toEqual([{ from: 5, to: 6, mid: 'm1', media: [MEDIA_ID], lock }]);
  const text = decideMessage(sentBy({ kind: 'text', body: 'hi' }), sender, {});
  expect('forward' in text && text.keep).not.toHaveProperty('prepare');
  const facts = FACTS_OF['retraction'];
  const deletion = decideMessage(sentBy(plainOf(38)), sender, { ...(facts && { kind: facts }) });
  if ('forward' in deletion) await deletion.keep?.prepare?.();
  expect(port.ended).toEqual([{ from: 5, to: 6, mid: (plainOf(38) as { of: string }).of }]);
});

test('the word filter reads all texts of a message, and media add their own bits', () => {
  const bitsOf = (payload: Payload, facts = FACTS) => {
    const answer = decided(sentBy(payload), senderOf(), facts);
    return typeof answer === 'string' ? answer : answer?.sensitiveInfo;
  };
  expect(bitsOf({ kind: 'text', body: 'hi' })).toBe(0);
  expect(bitsOf({ kind: 'text', body: 'hi', said: { lang: 'de', text: 'bad' } })).toBe(2);
  expect(bitsOf({ kind: 'location', lat: 1, lon: 1, acc: 1_000, name: 'bad' })).toBe(2);
  expect(bitsOf({ kind: 'question_answer', body: 'q', options: ['a', 'bad'] })).toBe(2);
  expect(bitsOf({ ...PAYLOADS.image[0], body: 'bad' } as Payload, factsWith(mediaFact({ bits: 8 })))).toBe(10);
});

test('a message that its recipient discards causes no push, and any other text does', () => {
  const newsOf = (bits: number) => {
    const { sender } = senderOf({ sensitiveBits: () => bits });
    const decision = decideMessage(sentBy({ kind: 'text', body: 'hi' }), sender, {});
    return 'forward' in decision && decision.keep?.news;
  };
  expect([0, 1, 2, 4, 8].map(newsOf)).toEqual(Array.from({ length: 5 }, () => 'message'));
  expect([5, 7].map(newsOf)).toEqual([undefined, undefined]);
});

test('a service receives only texts', () => {
  const stanza = sentBy(plainOf(6));
  stanza.attrs['to'] = 'official.test';
  expect(decided(stanza)).toBe('not-allowed');
});

test('a text to the official service is stored for the team before it is archived, a text to another service is not', async () => {
  const { sender, port } = senderOf();
  for (const service of ['official.test', 'hub.test', 'u_6@test']) {
    const stanza = sentBy({ kind: 'text', body: 'help' });
    stanza.attrs['to'] = service;
    const decision = decideMessage(stanza, sender, {});
    if ('forward' in decision) await decision.keep?.prepare?.();
  }
  expect(port.forTeam).toEqual([{ from: 5, mid: 'm1', body: 'help' }]);
});

test('a reply names a message of one of the two users, and any other name is removed', () => {
  const ID = 'V1StGXR8_Z5jdHi6B-myT';
  const replyOf = (to: string) => {
    const stanza = sentBy({ kind: 'text', body: 'hi' }, ID);
    Object.assign(stanza.getChild('reply')?.attrs ?? {}, { to });
    const decision = decideMessage(stanza, senderOf().sender, {});
    return 'forward' in decision && decision.forward.getChild('reply', 'urn:xmpp:reply:0')?.attrs['id'];
  };
  expect([replyOf('u_6@test'), replyOf('u_5@test/tab')]).toEqual([ID, ID]);
  expect([replyOf('u_7@test'), replyOf('official.test'), replyOf('')]).toEqual([undefined, undefined, undefined]);
});

test('only hosts set the origin of a message, and no client sets a seal', () => {
  const stanza = () => {
    const written = sentBy({ kind: 'text', body: 'hi' });
    Object.assign(written.getChild('x')?.attrs ?? {}, { identify: 'auto.login', step: '2', seal: 's'.repeat(43) });
    return written;
  };
  expect(decided(stanza())).toMatchObject({ identify: 'auto.login', step: 2, seal: '' });
  expect(decided(stanza(), senderOf({ roles: { 5: 2, 6: 2 } }))).toMatchObject({ identify: '', step: 0, seal: '' });
});

test('a message whose files cannot be prepared is neither archived nor forwarded, and may be sent again', async () => {
  const { sender } = senderOf();
  const kept: unknown[] = [];
  const context = {
    metrics: noMetrics,
    domain: 'test',
    log: { info: () => undefined, warn: () => undefined },
    keep: async (message: { readonly stanza: string }) => {
      kept.push(message);
      return { own: '1', peers: '2', stanza: message.stanza };
    },
  };
  const keeping = { peer: 6, isOwnOnly: false, at: NOW, isInOrder: true };
  const send = (prepare: () => Promise<void>) =>
    archiveThenForward(sentBy(plainOf(2)), { ...keeping, prepare }, sender, context as never);
  expect((await send(() => Promise.reject(new Error('no database')))).text).toContain('unavailable');
  expect(kept).toEqual([]);
  expect((await send(() => Promise.resolve())).text).toContain('<message');
  expect(kept).toHaveLength(1);
});

test('a read mark to a service is archived only for the other devices of the sender', () => {
  for (const service of ['gift.test', 'official.test']) {
    const decision = decideMessage(writeMark({ kind: 'displayed', id: 'm1' }, service, 'r1'), senderOf().sender, {});
    expect('forward' in decision && decision.keep).toMatchObject({ isOwnOnly: true });
  }
  const toHub = decideMessage(writeMark({ kind: 'displayed', id: 'm1' }, 'hub.test', 'r1'), senderOf().sender, {});
  expect('forward' in toHub && toHub.keep).toBeUndefined();
});

test('a message against the rules is recorded before it is archived, once for texts and media, and never for a service', async () => {
  const noted: unknown[] = [];
  const { sender } = senderOf({ violated: async (...one) => void noted.push(one) });
  const note = async (stanza: Element, facts = FACTS) => {
    const decision = decideMessage(stanza, sender, { kind: facts });
    if ('forward' in decision) await decision.keep?.prepare?.();
    return noted.splice(0);
  };
  const key = { from: 5, to: 6, mid: 'm1' };
  const vile = { kind: 'text', body: 'vile' } as const;
  expect(await note(sentBy(vile))).toEqual([[key, 'porn-words']]);
  const caption = { ...PAYLOADS.image[0], body: 'vile' } as Payload;
  expect(await note(sentBy(caption), factsWith(mediaFact({ bits: 8 })))).toEqual([[key, 'porn-words']]);
  expect(await note(sentBy(plainOf(2)), factsWith(mediaFact({ bits: 8 })))).toEqual([[key, 'porn-picture']]);
  expect(await note(sentBy({ kind: 'text', body: 'bad' }))).toEqual([]);
  const toTeam = sentBy(vile);
  toTeam.attrs['to'] = 'official.test';
  expect(await note(toTeam)).toEqual([]);
});

test('each message between users is sealed as archived, and a service message is not sealed', () => {
  const seal = (text: string) => createHash('sha256').update(text).digest('base64url');
  for (const type of TYPES.filter(isOfPeople)) {
    const payload = plainOf(type);
    const answer = decided(sentBy(payload), senderOf({ seal }), FACTS_OF[payload.kind]);
    if (typeof answer === 'string' || !answer) throw new Error(`refused: ${type}`);
    const read = told(answer) as Payload;
    const evidence = { from: 5, to: 6, id: 'm1', at: NOW, sensitive: answer.sensitiveInfo, payload: read };
    expect(answer.seal).toBe(seal(sealedText(evidence)));
  }
  const toTeam = sentBy({ kind: 'text', body: 'hi' });
  toTeam.attrs['to'] = 'official.test';
  const decision = decideMessage(toTeam, senderOf({ seal }).sender, {});
  expect('forward' in decision && decision.forward.getChild('x')?.attrs['seal']).toBeUndefined();
});

describe('the limit of unanswered messages', () => {
  /** The number of remaining messages according to the archive. */
  function counting(...answers: readonly number[]) {
    let now = NOW;
    let asked = 0;
    const left = async () => ({ left: answers[asked++] ?? 0, until: 0 });
    const pairs = createReplyQuota(left, { now: () => now });
    const later = (ms: number) => {
      now += ms;
    };
    return { pairs, asked: () => asked, later };
  }
  const log = { info: () => undefined, warn: () => undefined } as never;
  const TWO_CALLERS = { 5: 2, 6: 2 };
  let sent = 0;
  /** Loads the required lookups, then decides, as a stream does. */
  async function send(sender: Sender, payload: Payload = { kind: 'text', body: 'hi' }) {
    const stanza = sentBy(payload);
    sent += 1;
    stanza.attrs['id'] = `message-${sent}`;
    const facts = (await requiredLookups(stanza, sender, log)?.()) ?? {};
    const decision = decideMessage(stanza, sender, { kind: FACTS, ...facts });
    return 'refuse' in decision ? decision.refuse : 'sent';
  }

  test('the limit of unanswered messages is loaded once and counted locally, and loaded for each message when it is used up', async () => {
    const { pairs, asked } = counting(2, 0, 0, 3);
    const { sender } = senderOf({ pairs, roles: TWO_CALLERS });
    const said = [await send(sender), await send(sender)];
    expect([said, asked()]).toEqual([['sent', 'sent'], 1]);
    expect([await send(sender), await send(sender), asked()]).toEqual(['wait-for-reply', 'wait-for-reply', 3]);
    expect(await send(sender)).toBe('sent');
  });

  test('the limit of unanswered messages is loaded again after an answer here, and after a minute for answers on other gates', async () => {
    const { pairs, asked, later } = counting(2, 9, 9);
    const { sender } = senderOf({ pairs, roles: TWO_CALLERS });
    await send(sender);
    pairs.passed(6, 5, true);
    await send(sender);
    expect(asked()).toBe(2);
    later(60_001);
    await send(sender);
    expect(asked()).toBe(3);
  });

  test('the limit of unanswered messages applies only to texts to viewers, and only when rates are enabled', async () => {
    const { pairs, asked } = counting();
    for (const roles of [
      { 5: 2, 6: 3 },
      { 5: 3, 6: 3 },
    ])
      expect(await send(senderOf({ pairs, roles }).sender)).toBe('sent');
    expect(await send(senderOf({ pairs, roles: TWO_CALLERS }).sender, invitation(5, 6))).toBe('sent');
    expect(await send(senderOf({ pairs }).sender, plainOf(17))).toBe('sent');
    expect(await send(senderOf({ roles: TWO_CALLERS }).sender)).toBe('sent');
    expect(asked()).toBe(0);
    expect(await send(senderOf({ pairs }).sender)).toBe('wait-for-reply');
  });

  test('a message is refused as unavailable when its limit cannot be loaded', async () => {
    const pairs = createReplyQuota(() => Promise.reject(new Error('no database')), clock);
    expect(await send(senderOf({ pairs, roles: TWO_CALLERS }).sender)).toBe('unavailable');
  });
});

test.each(TYPES.filter(isOfPeople))('type %i without its required fields is refused as malformed', (type) => {
  const stanza = sentBy(plainOf(type));
  const x = stanza.getChild('x');
  if (x) x.children = [];
  const body = stanza.getChild('body');
  if (body) body.children = [];
  expect(decided(stanza)).toBe('unreadable');
});

/** Each text that a message must say, in the kinds that have one. */
const saying = (text: string): readonly Payload[] => [
  { kind: 'text', body: text },
  { kind: 'text', body: 'hi', said: { lang: 'en', text } },
  { kind: 'question_answer', body: text, options: ['yes', 'no'] },
  { kind: 'question_answer', body: 'really?', options: ['yes', text] },
  { kind: 'correction', of: 'id', body: text },
];

test.each(BLANKS.filter((blank) => blank !== ''))(
  'a message of %j, which draws nothing, is refused as empty in every kind that must say something',
  (blank) => {
    for (const payload of saying(blank))
      expect([payload, decided(sentBy(payload), senderOf(), FACTS_OF['correction'])]).toEqual([payload, 'empty']);
  },
);

test.each([...WORDS, ...SENTENCES])('a message of %j is passed on as typed, in every kind of text', (text) => {
  const isAnswer = text.length <= ANSWER_MAX_CHARS;
  for (const payload of saying(text)) {
    if (payload.kind === 'question_answer' && !isAnswer) continue;
    const passed = told(decided(sentBy(payload), senderOf(), FACTS_OF['correction']));
    expect(passed).toMatchObject(payload);
  }
});

test("a lock, a block from either side and the recipient's setting stop texts to a user, and a lock also those to the team", () => {
  const hi = () => sentBy({ kind: 'text', body: 'hi' });
  const with5 = (own: Partial<SenderPolicy>, other: Partial<SenderPolicy> = {}) => {
    const { sender } = senderOf();
    const get = (uid: number) => ({ ...policyOf(2), friends: new Set<number>(), ...(uid === 5 ? own : other) });
    return { ...senderOf(), sender: { ...sender, policies: { get } } as unknown as Sender };
  };
  const locked = { lockedUntil: new Date(NOW + 1) };
  expect(decided(hi(), with5({ lockedUntil: new Date(NOW) }))).toMatchObject({ body: 'hi' });
  expect(decided(hi(), with5(locked))).toBe('locked');
  const toTeam = hi();
  toTeam.attrs['to'] = 'official.test';
  expect(decided(toTeam, with5(locked))).toBe('locked');
  expect(decided(hi(), with5({ blocks: [6] }))).toBe('blocked');
  expect(decided(hi(), with5({ blockedBy: [6] }))).toBe('address');
  expect(decided(hi(), with5({}, { admits: 'friends' }))).toBe('not-admitted');
  expect(decided(hi(), with5({}, { admits: 'friends', friends: new Set([5]) }))).toMatchObject({ body: 'hi' });
});

test('a message over the rate is refused, and later messages are refused until it is sent again', () => {
  let isWithin = false;
  const own = senderOf({ withinRate: () => isWithin });
  const named = (id: string) => {
    const stanza = sentBy({ kind: 'text', body: id });
    stanza.attrs['id'] = id;
    return stanza;
  };
  expect(decided(named('a'), own)).toBe('rate');
  isWithin = true;
  expect(decided(named('b'), own)).toBe('rate');
  expect(decided(named('a'), own)).toMatchObject({ body: 'a' });
  expect(decided(named('b'), own)).toMatchObject({ body: 'b' });
});
