import type { Element } from '@xmpp/xml';
import { expect, test } from 'vitest';
import { kinds, laterKinds } from '../../../../contract/chat/kinds/list.ts';
import { readEnvelope, writeMessage } from '../../../../contract/chat/message.ts';
import type { Payload } from '../../../../contract/chat/payload.ts';
import { streamMemory } from '../../../../server/edge/memory.ts';
import type { SenderPolicy } from '../../../../server/edge/ports.ts';
import type { Sender } from '../../../../server/edge/rules/decision.ts';
import { decideMessage } from '../../../../server/edge/rules/message.ts';

const clock = { now: () => 1_000 };
const policy = { blocks: [], blockedBy: [], admits: 'everyone', nickName: 'Ada' } as unknown as SenderPolicy;
const sender = {
  ...{ domain: 'test', stream: 's', uid: 5, jid: 'u_5@test', clock, memory: streamMemory(clock) },
  ...{ policies: { get: () => policy }, withinRate: () => true, sensitiveBits: () => 0 },
} as unknown as Sender;

const TO = { to: 'u_6@test', from: 'u_5@test/tab' };
const written = (payload: Payload): Element =>
  writeMessage({ ...TO, id: 'm1', thread: '', os: '', pkgName: '', nick: '', textAction: 'reply', payload });
const invitation = (caller: number, callee: number): Payload => ({
  ...{ kind: 'call', sid: 'V1StGXR8_Z5jdHi6B-myT', caller, callee, startTime: 0 },
  ...{ connectingTime: 0, endTime: 0, reason: '', rejectType: '' },
});

/** The reason of a refusal, or what goes on. */
function decided(stanza: Element): string | ReturnType<typeof readEnvelope> {
  const decision = decideMessage(stanza, sender, {});
  if ('refuse' in decision) return decision.refuse;
  Object.assign(decision.forward.attrs, TO);
  return readEnvelope(decision.forward);
}

test('who invites to a call is the caller, and calls the addressee', () => {
  expect(decided(written(invitation(5, 6)))).toMatchObject({ type: 10 });
  for (const [caller, callee] of [
    [6, 5],
    [7, 6],
    [5, 7],
  ] as const)
    expect(decided(written(invitation(caller, callee)))).toBe('not-allowed');
});

test('a text may be a reply, an invitation is none', () => {
  expect(decided(written({ kind: 'text', body: 'hi' }))).toMatchObject({ textAction: 'reply' });
  expect(decided(written(invitation(5, 6)))).toMatchObject({ textAction: '' });
});

test.each([...kinds, ...laterKinds])(
  'a person may send $kind exactly when it is sent by people',
  ({ type, sentBy }) => {
    const stanza = written({ kind: 'text', body: 'hi' });
    Object.assign(stanza.getChild('x')?.attrs ?? {}, { type: String(type) });
    const isRefused = decided(stanza) === 'privileged-type';
    expect(isRefused).toBe(sentBy !== 'people');
  },
);
