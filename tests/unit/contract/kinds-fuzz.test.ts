import xml from '@xmpp/xml';
import { describe, expect, test } from 'vitest';
import type { KindFacts } from '#contract/chat/facts.ts';
import { kinds } from '#contract/chat/kinds/list.ts';
import { MESSAGE_NS, readEnvelope } from '#contract/chat/message.ts';
import { completeKind, needsOf, type Payload, readPayload, readSent, writePayload } from '#contract/chat/payload.ts';
import { isOfPeople } from '../../harness/hostile/forgery-table.ts';
import { mutantOf, seeded } from '../../harness/hostile/mutants.ts';
import { PAYLOADS, picture } from '../../harness/payload-samples.ts';

const MUTANTS = 10_000;
const ID = '0123456789abcdef0123456789abcdef';
const fact = { id: ID, w: 4, h: 3, blur: '', lockBlur: '', bits: 0, owner: 5 } as const;
const media = {
  picture: { ...fact, kind: 'picture' },
  clip: { ...fact, kind: 'clip', ms: 9_000 },
  sound: { ...fact, kind: 'sound', ms: 9_000, wave: '0'.repeat(48) },
} as const;
const FACTS_OF = { audio: media.sound, video: media.clip, short_video: media.clip } as const;
const factsOf = (kind: string): KindFacts => ({
  media: new Map([[ID, FACTS_OF[kind as keyof typeof FACTS_OF] ?? media.picture]]),
  gift: { id: 'rose', price: 10 },
  reactedTo: { isReactable: true },
  ownMessage: { at: 1_773_489_600_000, isRetractable: true, isEditable: true, edits: 0 },
  today: 0,
  now: 1_773_489_600_000,
  lockId: 'lock-of-this-message-1',
});

/** An accepted payload is unchanged after it is serialized and parsed again. */
function expectWhole(payload: Payload): void {
  const { type, body, children = [] } = writePayload(payload, xml);
  const again = readPayload(type, body, xml('x', { xmlns: MESSAGE_NS, type }, ...children));
  // Local fields are not serialized, so they are reset.
  if (JSON.stringify(again) !== JSON.stringify(payload)) expect(again).toEqual(payload);
}

describe.each(kinds.map(({ kind, type }) => [kind, type] as const))('%s', (kind, type) => {
  const samples: readonly Payload[] = PAYLOADS[kind];

  test('10,000 mutated server payloads are rejected or parsed completely', () => {
    const random = seeded(type);
    let read = 0;
    for (let n = 0; n < MUTANTS; n += 1) {
      const envelope = readEnvelope(mutantOf(samples[n % samples.length] as Payload, 'told', random));
      const payload = envelope && readPayload(envelope.type, envelope.body, envelope.x);
      if (!payload) continue;
      read += 1;
      expectWhole(payload);
    }
    expect(read).toBeGreaterThan(100);
    expect(read).toBeLessThan(MUTANTS);
  });

  test.runIf(isOfPeople(type))('10,000 mutated client payloads are rejected or completed', () => {
    const random = seeded(type + 1);
    const facts = factsOf(kind);
    let completed = 0;
    // A locked file keeps its address in the sender's own payload.
    const own = samples.map((sample) => ('items' in sample ? { ...sample, items: [picture] } : sample) as Payload);
    for (let n = 0; n < MUTANTS; n += 1) {
      const envelope = readEnvelope(mutantOf(own[n % own.length] as Payload, 'sent', random));
      const sent = envelope && readSent(envelope.type, envelope.body, envelope.x);
      if (!sent) continue;
      needsOf(sent);
      const payload = completeKind(sent, facts.now, facts);
      if (typeof payload === 'string') continue;
      completed += 1;
      expectWhole(payload);
    }
    expect(completed).toBeGreaterThan(100);
  });
});
