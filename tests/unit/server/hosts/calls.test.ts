import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { HubAction, HubEvent } from '../../../../contract/calls/hub.ts';
import { CALL_HEARTBEAT_INTERVAL_MS } from '../../../../contract/calls/rules.ts';
import { DEMO_HOST_MATCH_SHIFT_MS, DEMO_HOST_MATCH_SHIFTS, DEMO_HOSTS_RUN } from '../../../../demo/accounts/rules.ts';
import type { MakePeer } from '../../../../demo/hosts/call.ts';
import { takeCalls } from '../../../../demo/hosts/calls.ts';
import type { Chance } from '../../../../demo/hosts/chance.ts';
import type { HostConnection } from '../../../../demo/hosts/line.ts';
import { waitForMatch } from '../../../../demo/hosts/waiting.ts';

const SID = 's'.repeat(21);
const relays = { servers: [], policy: 'all' } as const;
const ANOTHER_HOST = 9003;
const OFFER = { kind: 'description', generation: 0, type: 'offer', sdp: 'v=0\r\n' } as const;
const CALLER = { uid: 5, nickName: '', avatarUrl: '', country: '', lang: '' };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A host with a hub scripted by the test, and a count of its peer connections. */
function start({
  uid = 9002,
  chance = () => 0.5 as number,
  kind = 'paid',
}: {
  uid?: number;
  chance?: Chance;
  kind?: string;
} = {}) {
  const asked: { name: HubAction; data: object }[] = [];
  const refusing = new Map<HubAction, string>();
  const answers: Partial<Record<HubAction, object>> = {
    CallCheck: { caller: CALLER, kind, price: 0, freeSeconds: 0, startTime: 0 },
    CallReady: { relays, signals: [OFFER] },
    CallAccept: { relays, generation: 1 },
  };
  const ask = async (name: HubAction, _sid: string, data: object) => {
    asked.push({ name, data });
    const refusal = refusing.get(name);
    return refusal ? { ok: false, refusal } : { ok: true, value: answers[name] ?? {} };
  };
  const peers: {
    generation: number;
    isOffered: boolean;
    taken: unknown[];
    closed: boolean;
    received: number;
    media(): void;
  }[] = [];
  const makePeer: MakePeer = async ({ generation, isOffered, onMedia }) => {
    const state = { generation, isOffered, taken: [] as unknown[], closed: false, received: 0, media: onMedia };
    peers.push(state);
    return {
      generation,
      take: (signal) => void state.taken.push(signal),
      received: () => state.received,
      hold: () => undefined,
      async close() {
        state.closed = true;
      },
    };
  };
  const excused: string[] = [];
  let prepared = 0;
  const line = { ask } as unknown as Pick<HostConnection, 'ask'>;
  const calls = takeCalls({
    line,
    uid,
    chance,
    resource: 'own',
    makePeer,
    prepare() {
      prepared += 1;
    },
    rings: (caller) => caller !== ANOTHER_HOST,
    excuse: (peer, mood) => void excused.push(`${peer} ${mood}`),
    onChange: () => undefined,
  });
  const names = () => asked.map(({ name }) => name);
  const tell = (event: Pick<HubEvent, 'name'> & { sid?: string; data?: object }) =>
    calls.take({ sid: SID, data: {}, ...event } as HubEvent);
  return { prepared: () => prepared, calls, asked, names, refusing, peers, excused, tell };
}

/** Rings the host, which answers. */
async function inCall(options?: Parameters<typeof start>[0]) {
  const host = start(options);
  await host.calls.invited(SID);
  await vi.advanceTimersByTimeAsync(3_000);
  return host;
}

test('an invitation unknown to the hub does not ring', async () => {
  const host = start();
  host.refusing.set('CallCheck', 'sid-non-existent');
  await host.calls.invited(SID);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(host.names()).toEqual(['CallCheck']);
});

test('a host rings once on the hub’s request, gets the offer with the answer, and does not ring for another host', async () => {
  const host = start();
  const ring = (uid: number) => ({ caller: { ...CALLER, uid }, kind: 'paid', price: 0, freeSeconds: 0, startTime: 0 });
  host.tell({ name: 'Ring', data: ring(ANOTHER_HOST) });
  await vi.advanceTimersByTimeAsync(10_000);
  expect([host.names(), host.prepared()]).toEqual([[], 0]);
  host.tell({ name: 'Ring', data: ring(CALLER.uid) });
  await host.calls.invited(SID);
  expect([host.names(), host.prepared()]).toEqual([[], 1]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(host.names()).toEqual(['CallReady']);
  expect(host.peers).toMatchObject([{ isOffered: true, taken: [OFFER] }]);
});

test('a host answers a call after one to three seconds, and sends a heartbeat as soon as there is video', async () => {
  const host = start();
  await host.calls.invited(SID);
  await vi.advanceTimersByTimeAsync(999);
  expect(host.names()).toEqual(['CallCheck']);
  await vi.advanceTimersByTimeAsync(2_001);
  expect(host.names()).toEqual(['CallCheck', 'CallReady']);
  await vi.advanceTimersByTimeAsync(CALL_HEARTBEAT_INTERVAL_MS);
  expect(host.names()).not.toContain('SessionHeartbeat');

  const [peer] = host.peers;
  if (!peer) throw new Error('no peer');
  peer.media();
  peer.received = 10;
  await vi.advanceTimersByTimeAsync(CALL_HEARTBEAT_INTERVAL_MS);
  await vi.advanceTimersByTimeAsync(CALL_HEARTBEAT_INTERVAL_MS);
  const beats = host.asked.filter(({ name }) => name === 'SessionHeartbeat').map(({ data }) => data);
  expect(beats).toEqual([{ flowing: true }, { flowing: true }, { flowing: false }]);
  expect(host.names()).toContain('SessionSuccess');
});

test.each(['SessionTerminate', 'SessionFail', 'CallError'] as const)('%s ends the host’s side', async (name) => {
  const host = await inCall();
  host.tell({ name });
  await vi.advanceTimersByTimeAsync(0);
  expect(host.peers[0]?.closed).toBe(true);
  expect(host.calls.isFree()).toBe(true);
});

test('ringing stops when the caller gives up or another device of the host answers', async () => {
  for (const event of [
    { name: 'SessionTerminate' } as const,
    { name: 'AnsweredElsewhere', data: { resource: 'other' } } as const,
  ]) {
    const host = start();
    await host.calls.invited(SID);
    host.tell(event);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(host.names()).toEqual(['CallCheck']);
    expect(host.calls.isFree()).toBe(true);
  }
});

test("a host follows a caller's new generation, and closes the old connection", async () => {
  const host = await inCall();
  host.tell({ name: 'CallCheck' });
  await vi.advanceTimersByTimeAsync(0);
  expect(host.peers.map(({ generation, closed }) => [generation, closed])).toEqual([
    [0, true],
    [1, false],
  ]);
  host.tell({ name: 'WebRTCContent', data: { signal: { kind: 'ready', generation: 1 } } });
  await vi.advanceTimersByTimeAsync(0);
  expect(host.peers[1]?.taken).toEqual([{ kind: 'ready', generation: 1 }]);
});

test('a call unknown to the hub ends with the next heartbeat', async () => {
  const host = await inCall();
  host.peers[0]?.media();
  host.refusing.set('SessionHeartbeat', 'sid-non-existent');
  await vi.advanceTimersByTimeAsync(CALL_HEARTBEAT_INTERVAL_MS);
  expect(host.calls.isFree()).toBe(true);
});

describe('declined calls', () => {
  const cases = [
    [0.01, 'declines', { reason: 'decline', rejectType: 'on_call_refuse' }],
    [0.1, 'busy', { reason: 'busy', rejectType: 'on_call_busy' }],
  ] as const;

  test.each(cases)('a host with the random value %d is %s, says so, and calls back', async (drawn, mood, said) => {
    const host = await inCall({ chance: () => drawn });
    expect(host.asked.at(-1)).toEqual({ name: 'SessionTerminate', data: said });
    expect(host.excused).toEqual([`5 ${mood}`]);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(host.asked.at(-1)).toEqual({ name: 'Callback', data: { callee: 5 } });
  });

  test('host 9001 answers every call, and every host answers the call that follows a callback', async () => {
    expect((await inCall({ uid: 9001, chance: () => 0 })).names()).toContain('CallReady');
    expect((await inCall({ kind: 'callback', chance: () => 0 })).names()).toContain('CallReady');
  });
});

test('an agreed match is a call without ringing', async () => {
  const host = start();
  const agreed = { proposal: 'p'.repeat(21), sid: SID, role: 'callee', peer: CALLER, relays };
  host.tell({ name: 'MatchAgreed', sid: '', data: { ...agreed, price: 0, freeSeconds: 30, startTime: 0 } });
  await vi.advanceTimersByTimeAsync(0);
  expect(host.peers).toHaveLength(1);
  expect(host.names()).toEqual([]);
});

test('a host hangs up when it is stopped', async () => {
  const host = await inCall();
  await host.calls.end();
  expect(host.asked.at(-1)).toEqual({ name: 'SessionTerminate', data: { reason: 'hangUp', rejectType: '' } });
});

describe('random match', () => {
  const hosts = () => {
    const entered: number[] = [];
    const answered: unknown[] = [];
    const all = Array.from({ length: DEMO_HOSTS_RUN }, (_, at) => {
      const ask = async (name: HubAction, _sid: string, data: object) => {
        if (name === 'MatchEnter') entered.push(at);
        if (name === 'MatchAnswer') answered.push(data);
        return { ok: true, value: {} };
      };
      return waitForMatch({ ask } as unknown as Pick<HostConnection, 'ask'>, 9001 + at, () => 0.5);
    });
    return { all, entered, answered };
  };

  test('demo hosts wait for a match in shifts, until each has waited', async () => {
    const { all, entered } = hosts();
    for (const one of all) one.start();
    expect(entered).toHaveLength(DEMO_HOSTS_RUN / DEMO_HOST_MATCH_SHIFTS);
    await vi.advanceTimersByTimeAsync(DEMO_HOST_MATCH_SHIFT_MS * DEMO_HOST_MATCH_SHIFTS);
    expect(new Set(entered).size).toBe(DEMO_HOSTS_RUN);
    for (const one of all) one.pause();
  });

  test('a demo host accepts a proposal after a moment, unless the user has left', async () => {
    const { all, answered } = hosts();
    const [one] = all;
    const found = (proposal: string) => ({ name: 'MatchFound', sid: '', data: { proposal } }) as unknown as HubEvent;
    one?.take(found('first'));
    await vi.advanceTimersByTimeAsync(2_000);
    one?.take(found('second'));
    one?.take({ name: 'MatchGone', sid: '', data: { proposal: 'second' } });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(answered).toEqual([{ proposal: 'first', yes: true }]);
  });
});
