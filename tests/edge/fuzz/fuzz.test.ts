import type { Element } from '@xmpp/xml';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEnvelope } from '../../../contract/chat/message.ts';
import type { Payload } from '../../../contract/chat/payload.ts';
import { EXTERNAL_ID } from '../../../contract/ids.ts';
import { jidOfUid } from '../../../contract/jid.ts';
import { streamMemory } from '../../../server/platform/edge/memory.ts';
import { createPolicyCache } from '../../../server/platform/edge/policies.ts';
import { writeRefusal } from '../../../server/platform/edge/refusal.ts';
import type { Decision, Sender } from '../../../server/platform/edge/rules/decision.ts';
import { decisionOn } from '../../../server/platform/edge/rules/rules.ts';
import { XmlRefused } from '../../../server/platform/edge/xml/builder.ts';
import { parseFrame } from '../../../server/platform/edge/xml/frame.ts';
import { hostileFrame as hostile } from '../../harness/browser/hostile.ts';
import { mutantOf, seeded } from '../../harness/hostile/mutants.ts';
import { noKindFacts } from '../../harness/kind-facts.ts';
import { PAYLOADS } from '../../harness/payload-samples.ts';
import type { RawClient } from '../../harness/raw-client.ts';
import { startRecordingServer } from '../../harness/servers/recording-server.ts';
import { DOMAIN, fakeAccounts } from '../../harness/servers/xmpp-server.ts';
import { chat } from '../messages.ts';

const clock = { now: () => 1_700_000_000_000 };
const accounts = fakeAccounts();
const policies = createPolicyCache(accounts.policy, clock);
await Promise.all([policies.load(1), policies.load(2)]);
const sender: Sender = {
  domain: DOMAIN,
  stream: 'a-stream',
  uid: 1,
  jid: jidOfUid(1, DOMAIN),
  policies,
  memory: streamMemory(clock),
  clock,
  hasReceived: async () => false,
  facts: noKindFacts,
  pairs: undefined,
  violated: async () => undefined,
  withinRate: () => true,
  sensitiveBits: () => 0,
  seal: () => '',
};

/** Returns the stanza that the edge forwards or refuses for a client's frame, or undefined when the stream would end. */
function upstreamOf(frame: string): { text: string; refused: boolean } | undefined {
  let stanza: Element;
  try {
    stanza = parseFrame(frame);
  } catch (error) {
    if (error instanceof XmlRefused) return undefined;
    throw error;
  }
  if (!['message', 'iq', 'presence'].includes(stanza.name)) return undefined;
  const decision: Decision = decisionOn(stanza, sender, {});
  if ('refuse' in decision) return { text: writeRefusal(stanza, decision.refuse, DOMAIN).toString(), refused: true };
  decision.forward.attrs['xmlns'] = 'jabber:client';
  return { text: decision.forward.toString(), refused: false };
}

const xmlText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });
const externalId = fc.stringMatching(EXTERNAL_ID);

test('a forwarded message has the same envelope, and rewriting it again changes nothing', () => {
  let forwarded = 0;
  fc.assert(
    fc.property(xmlText, xmlText, externalId, xmlText, (body, thread, id, os) => {
      let first: { text: string; refused: boolean } | undefined;
      try {
        first = upstreamOf(
          chat({ id, to: 2, body, attrs: { os }, extra: [] })
            .toString()
            .replace('thread<', `${thread.replace(/[<&>]/g, '')}<`),
        );
      } catch (error) {
        throw new Error(`The edge must not throw: ${error}`);
      }
      if (!first || first.refused) return;
      forwarded += 1;
      const again = parseFrame(first.text);
      again.attrs['from'] = sender.jid;
      const envelope = readEnvelope(again);
      expect(envelope?.body).toBe(body.replace(/\r\n?/g, '\n'));
      expect(envelope?.nick).toBe('Nick 1');
      const second = upstreamOf(first.text);
      const stampless = (text: string | undefined) => text?.replace(/ at="\d+"/, '');
      expect(stampless(second?.text)).toBe(stampless(first.text));
    }),
    { numRuns: 1_000 },
  );
  expect(forwarded).toBeGreaterThan(500);
});

test('markup after an unpaired surrogate is refused', () => {
  for (const behind of ['&x;', '<b/>', '&amp;'])
    expect(() => parseFrame(`<message>\ud800${behind}</message>`)).toThrow(XmlRefused);
  expect(parseFrame('<message>\ud83d\ude00&amp;</message>').text()).toBe('\u{1f600}&');
});

test('10,000 hostile frames end in a refusal, a stanza that a rule wrote, or the end of the stream', () => {
  const outcomes = { ended: 0, refused: 0, forwarded: 0 };
  fc.assert(
    fc.property(hostile, (frame) => {
      const upstream = upstreamOf(frame);
      if (!upstream) {
        outcomes.ended += 1;
        return;
      }
      outcomes[upstream.refused ? 'refused' : 'forwarded'] += 1;
      // The edge wrote it, so it is within the bounds of the parser, and contains only children that a rule writes.
      const written = parseFrame(upstream.text);
      expect(parseFrame(written.toString()).toString()).toBe(written.toString());
      expect(upstream.text).not.toMatch(/<[\w]+:|<!|<\?|xmlns:/);
      if (upstream.refused) expect(written.getChildElements().map(({ name }) => name)).toEqual(['refused']);
      else if (written.name === 'message') {
        for (const { name } of written.getChildElements()) {
          expect(['body', 'thread', 'x', 'request', 'markable', 'received', 'displayed', 'store']).toContain(name);
        }
      }
    }),
    { numRuns: 10_000 },
  );
  for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(100);
});

/** Invalid messages of all kinds, to another user. */
function mutants(count: number): string[] {
  const random = seeded(7);
  const all = Object.values(PAYLOADS).flat() as Payload[];
  return Array.from({ length: count }, (_, n) => {
    const stanza = mutantOf(all[n % all.length] as Payload, n % 2 ? 'told' : 'sent', random);
    return stanza.toString().replaceAll('u_6@', 'u_2@').replaceAll('u_5@', 'u_1@');
  });
}

test('the edge forwards only rewritten stanzas and keeps other users connected when a client sends hostile frames', async () => {
  const server = await startRecordingServer();
  const handled = async (client: RawClient) => {
    client.send("<r xmlns='urn:xmpp:sm:3'/>");
    const answered = () => (client.isClosed() || client.frames.some(({ name }) => name === 'a') ? true : undefined);
    await client.until('an answer or the end', answered);
    client.frames.length = 0;
  };
  try {
    const honest = await server.user(2);
    let attacker = await server.user(1);
    for (const frame of fc.sample(hostile, { numRuns: 2_000, seed: 7 })) {
      if (attacker.isClosed()) attacker = await server.user(1);
      attacker.send(frame);
      await handled(attacker);
    }
    for (const [n, frame] of mutants(2_000).entries()) {
      if (attacker.isClosed()) attacker = await server.user(1);
      attacker.send(frame);
      if (n % 8 === 7) await handled(attacker);
    }
    await handled(honest);
    expect(honest.isClosed()).toBe(false);
    expect(server.texts.filter((text) => text.includes('refused')).length).toBeGreaterThan(100);
    for (const text of server.texts) {
      expect(() => parseFrame(text)).not.toThrow();
      expect(text).not.toMatch(/<[\w]+:|<!|<\?|xmlns:/);
    }
  } finally {
    await server.close();
  }
});
