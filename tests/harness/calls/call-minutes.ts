import pg from 'pg';
import { CALL_HEARTBEAT_INTERVAL_MS, CALL_MINUTE_MS } from '../../../contract/calls/rules.ts';
import { type CallServer, NOON, PRICE } from './calls.ts';

const STEP_MS = 250;

/**
 * Runs one minute of `calls` concurrent calls in one process on a simulated clock: heartbeats of both sides at times of their own, batched
 * writes and a sweep every 250 ms, and the start of one minute for each call. Returns statements and CPU time (ms) per call. Queries for
 * due calls are not counted: one of them each quarter of a second serves all calls.
 */
export async function measureMinute(at: CallServer, calls: number): Promise<{ statements: number; cpuMs: number }> {
  const all = await inTurn(calls, async (n) => {
    const pair = await at.pair(PRICE * 5);
    // The factor is coprime to the interval, so that starts are spread over it.
    const starts = NOON + ((n * 619) % CALL_HEARTBEAT_INTERVAL_MS);
    return { ...pair, starts, sid: await at.connect(pair, starts) };
  });
  let looks = 0;
  const query = pg.Client.prototype.query;
  let statements = 0;
  pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
    statements += 1;
    if (JSON.stringify(args[0]).includes('order by \\"call\\".\\"due_at\\"')) looks += 1;
    return Reflect.apply(query, this, args);
  } as typeof query;
  const before = process.cpuUsage();
  try {
    for (let ms = STEP_MS; ms <= CALL_MINUTE_MS + CALL_HEARTBEAT_INTERVAL_MS; ms += STEP_MS) {
      const now = NOON + ms;
      const isIn = (moment: number) => moment > now - STEP_MS && moment <= now;
      const beats = all.flatMap(({ user, host, sid, starts }) =>
        [
          { uid: user, phase: 0 },
          { uid: host, phase: 700 },
        ].flatMap(({ uid, phase }) => {
          const beat = Math.floor((now - starts - phase) / CALL_HEARTBEAT_INTERVAL_MS);
          const isDue = beat >= 1 && beat <= 12 && isIn(starts + phase + beat * CALL_HEARTBEAT_INTERVAL_MS);
          return isDue ? [at.act('SessionHeartbeat', sid, uid, now, { flowing: true })] : [];
        }),
      );
      for (const { refusal } of await Promise.all(beats)) if (refusal) throw new Error(refusal);
      await at.calls().sweep(now);
    }
    await at.calls().stop();
  } finally {
    pg.Client.prototype.query = query;
  }
  const { user, system } = process.cpuUsage(before);
  const { rows } = await at.pool.query('select sid from call where sid = any($1) and minutes <> 2', [
    all.map(({ sid }) => sid),
  ]);
  if (rows.length > 0) throw new Error(`Calls without their second minute: ${rows.length}`);
  const over = { reason: 'hangUp', rejectType: '' } as const;
  await inTurn(calls, async (n) => {
    const { sid, user } = all[n] ?? { sid: '', user: 0 };
    await at.act('SessionTerminate', sid, user, NOON + CALL_MINUTE_MS + CALL_HEARTBEAT_INTERVAL_MS + STEP_MS, over);
  });
  return { statements: (statements - looks) / calls, cpuMs: (user + system) / 1_000 / calls };
}

/** Runs `count` tasks, eight at a time (as many as there are connections). */
async function inTurn<T>(count: number, run: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let n = 0; n < count; n += 8) {
    const some = Array.from({ length: Math.min(8, count - n) }, (_, add) => run(n + add));
    results.push(...(await Promise.all(some)));
  }
  return results;
}
