import { setTimeout as wait } from 'node:timers/promises';
import xml from '@xmpp/xml';
import { chat } from '../../edge/messages.ts';
import { DOMAIN } from '../servers/xmpp-server.ts';
import { holdStream, type SteadyPerson } from './steady-stream.ts';

/** Delay before a temporarily refused message is sent again. */
const AGAIN_MS = 500;
const PING_EVERY_MS = 400;
const PONG_WITHIN_MS = 10_000;
const GATE = `gate.${DOMAIN}`;

/** A message; `acceptedAt` is 0 until the server has accepted it (`performance.now()`). */
export type Said = { readonly id: string; readonly at: number; acceptedAt: number };
export type Writer = {
  readonly said: readonly Said[];
  /** How often each message arrived on a stream. */
  readonly came: ReadonlyMap<string, number>;
  /** Number of messages that are not accepted yet. */
  waiting(): number;
  isUp(): boolean;
  begin(): void;
  /** Stops writing; messages not yet accepted are still retried. */
  rest(): void;
  leave(): void;
};

/**
 * A user who writes to another user at a steady rate, whatever happens: each message under one id until it is accepted. As in the core, the
 * gate's pong proves that everything sent before it was accepted or refused.
 */
export async function startWriter(url: string, person: SteadyPerson, peer: number, everyMs: number): Promise<Writer> {
  const said: Said[] = [];
  const came = new Map<string, number>();
  const waiting = new Map<string, Said>();
  /** Messages sent in the current session and not refused since; the number identifies the sending. */
  const out = new Map<Said, number>();
  let sendings = 0;
  let ping:
    | { readonly id: string; readonly at: number; readonly before: readonly (readonly [Said, number])[] }
    | undefined;
  let writing: NodeJS.Timeout | undefined;

  const stream = await holdStream(url, person, {
    up(isResumed) {
      if (!isResumed) {
        out.clear();
        ping = undefined;
        for (const one of waiting.values()) say(one);
      }
      askGate();
    },
    down: () => undefined,
    stanza(stanza) {
      const { type, id = '' } = stanza.attrs;
      if (stanza.is('iq') && id === ping?.id) answered(type === 'result');
      if (!stanza.is('message') || type === 'headline') return;
      if (type === 'error') void sayAgain(id);
      else came.set(id, (came.get(id) ?? 0) + 1);
    },
  });

  function say(one: Said): void {
    sendings += 1;
    out.set(one, sendings);
    stream.send(chat({ id: one.id, to: peer }).toString());
  }
  async function sayAgain(id: string): Promise<void> {
    const one = waiting.get(id);
    if (!one) return;
    out.delete(one);
    await wait(AGAIN_MS);
    if (waiting.has(id) && !out.has(one)) say(one);
  }
  function askGate(): void {
    const isLate = ping !== undefined && performance.now() > ping.at + PONG_WITHIN_MS;
    // Before the first stream there is nothing to ask.
    if (out.size === 0 || !stream.isUp() || (ping && !isLate)) return;
    sendings += 1;
    ping = { id: `ping-${sendings}`, at: performance.now(), before: [...out] };
    const asks = xml('ping', { xmlns: 'urn:xmpp:ping' });
    stream.send(xml('iq', { xmlns: 'jabber:client', type: 'get', id: ping.id, to: GATE }, asks).toString());
  }
  function answered(isPong: boolean): void {
    const before = ping?.before ?? [];
    ping = undefined;
    if (!isPong) return;
    const now = performance.now();
    for (const [one, sending] of before) {
      if (out.get(one) !== sending) continue;
      out.delete(one);
      waiting.delete(one.id);
      one.acceptedAt = now;
    }
  }
  const asking = setInterval(askGate, PING_EVERY_MS);

  return {
    said,
    came,
    waiting: () => waiting.size,
    isUp: stream.isUp,
    begin() {
      writing = setInterval(() => {
        const one: Said = { id: `${person.id}-${said.length}`, at: performance.now(), acceptedAt: 0 };
        said.push(one);
        waiting.set(one.id, one);
        say(one);
      }, everyMs);
    },
    rest: () => clearInterval(writing),
    leave() {
      clearInterval(writing);
      clearInterval(asking);
      stream.leave();
    },
  };
}
