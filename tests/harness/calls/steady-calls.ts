import { setTimeout as wait } from 'node:timers/promises';
import xml, { type Element } from '@xmpp/xml';
import {
  type HubAction,
  type HubRequestData,
  type HubResponseData,
  readAnswer,
  readEvent,
  readRefusal,
  writeRequest,
} from '../../../contract/calls/hub.ts';
import { CALL_HEARTBEAT_INTERVAL_MS } from '../../../contract/calls/rules.ts';
import { CALL_PRICE } from '../load/soak-doings.ts';
import { holdStream, type SteadyPerson } from '../load/steady-stream.ts';
import { until } from '../servers/kept-server.ts';
import { DOMAIN } from '../servers/xmpp-server.ts';
import { shownAt } from './call-client.ts';

const HUB = `hub.${DOMAIN}`;
const ANSWER_MS = 10_000;
const AGAIN_MS = 500;
let asked = 0;

type Side = Awaited<ReturnType<typeof startSide>>;
/** A running call; times are those of `performance.now()`. */
export type SteadyCall = {
  readonly sid: string;
  readonly connectedAt: number;
  /** Reason of the end, as the server reported it; empty while the call runs. */
  ended(): string;
  /** Time at which beats of both sides have been answered after `at`; 0 before that. */
  heardSince(at: number): number;
  hangUp(): Promise<void>;
  leave(): void;
};

/** One side of a call. It rejoins the call on each new stream and sends heartbeats while the call runs. */
async function startSide(url: string, person: SteadyPerson) {
  const waiting = new Map<string, (answer: Element | undefined) => void>();
  const beats: number[] = [];
  let sid = '';
  let end = '';
  /** Whether the hub accepts this stream's device as that of the call. */
  let isIn = true;
  let timer: NodeJS.Timeout | undefined;

  const stream = await holdStream(url, person, {
    up(isResumed) {
      if (sid === '' || end !== '') return;
      if (isResumed) void beat();
      else void join();
    },
    down() {
      for (const give of waiting.values()) give(undefined);
      waiting.clear();
    },
    stanza(stanza) {
      const { id = '' } = stanza.attrs;
      waiting.get(id)?.(stanza);
      waiting.delete(id);
      const event = readEvent(stanza, HUB);
      if (event?.sid !== sid || sid === '') return;
      if (event.name === 'SessionTerminate' || event.name === 'SessionFail') over(event.data.reason);
      if (event.name === 'CallCheck') void join();
    },
  });

  function over(why: string): void {
    end ||= why;
    clearInterval(timer);
  }
  async function ask<A extends HubAction>(
    name: A,
    about: string,
    data: HubRequestData<A>,
  ): Promise<HubResponseData<A>> {
    asked += 1;
    const id = `steady-${asked}`;
    const action = writeRequest({ name, sid: about, data } as Parameters<typeof writeRequest>[0]);
    const { promise, resolve } = Promise.withResolvers<Element | undefined>();
    waiting.set(id, resolve);
    stream.send(xml('iq', { xmlns: 'jabber:client', type: 'set', id, to: HUB }, action).toString());
    const patience = setTimeout(() => resolve(undefined), ANSWER_MS);
    const answer = await promise.finally(() => clearTimeout(patience));
    if (!answer) throw new Error(`${name} was not answered`);
    const heard = readAnswer(name, answer);
    if (heard === undefined) throw new Error(`${name} was refused: ${readRefusal(answer)}`);
    return heard;
  }
  /** Rejoins the call from the current stream. If there is no answer, the next beat retries. */
  async function join(): Promise<void> {
    isIn = false;
    await ask('CallAccept', sid, {}).then(() => {
      isIn = true;
      return beat();
    }, overWhere);
  }
  async function beat(): Promise<void> {
    if (!isIn) return join();
    await ask('SessionHeartbeat', sid, { flowing: true }).then(() => void beats.push(performance.now()), overWhere);
  }
  function overWhere(error: Error): void {
    if (/refused: (closed|sid-non-existent)/.test(error.message)) over(error.message);
  }
  return {
    ask,
    /** Times at which beats were answered. */
    beats: beats as readonly number[],
    ended: () => end,
    begin(call: string): void {
      sid = call;
      void beat();
      timer = setInterval(() => void beat(), CALL_HEARTBEAT_INTERVAL_MS);
    },
    /** Stops the beats before the call is hung up. */
    rest: () => clearInterval(timer),
    leave() {
      clearInterval(timer);
      stream.leave();
    },
  };
}

/** Repeats a request until it succeeds. */
function insist(ask: () => Promise<unknown>): Promise<void> {
  return until('an answer of the hub', async () => {
    const isDone = await ask().then(
      () => true,
      () => false,
    );
    if (!isDone) await wait(AGAIN_MS);
    return isDone;
  });
}

/** A paid call of two users, each at an address of their own, with media flowing all the time. */
export async function startSteadyCall(
  [callerUrl, calleeUrl]: readonly [string, string],
  caller: SteadyPerson,
  callee: SteadyPerson,
): Promise<SteadyCall> {
  const [a, b] = await Promise.all([startSide(callerUrl, caller), startSide(calleeUrl, callee)]);
  // The callee counts as online only some time after their stream is up. After 'offline' the call is requested again.
  let sid = '';
  await until('a call to begin', async () => {
    const asks = { callee: callee.id, kind: 'paid', source: '', root: '', shown: shownAt(CALL_PRICE) } as const;
    sid = await a.ask('SessionRequest', '', asks).then(
      (heard) => heard.sid,
      () => '',
    );
    if (sid === '') await wait(AGAIN_MS);
    return sid !== '';
  });
  await insist(() => b.ask('CallReady', sid, {}));
  await insist(() => a.ask('SessionSuccess', sid, {}));
  await insist(() => b.ask('SessionSuccess', sid, {}));
  const connectedAt = performance.now();
  for (const side of [a, b]) side.begin(sid);
  const firstSince = (side: Side, at: number) => side.beats.find((one) => one >= at) ?? Number.POSITIVE_INFINITY;
  return {
    sid,
    connectedAt,
    ended: () => a.ended() || b.ended(),
    heardSince(at) {
      const last = Math.max(firstSince(a, at), firstSince(b, at));
      return Number.isFinite(last) ? last : 0;
    },
    async hangUp() {
      for (const side of [a, b]) side.rest();
      await insist(() => a.ask('SessionTerminate', sid, { reason: 'hangUp', rejectType: '' }));
    },
    leave() {
      for (const side of [a, b]) side.leave();
    },
  };
}
