import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession } from 'playwright';
import { CALL_HEARTBEAT_INTERVAL_MS } from '../../../contract/calls/rules.ts';
import { rowOf } from '../../e2e/calls/connections.ts';
import { query } from '../../e2e/pages/database.ts';
import { startProduct } from '../../harness/browser/product.ts';
import type { Benches } from '../bench.ts';
import { callOnce, closePair, HOST, hangUp, openPair } from '../support/call.ts';
import { shared } from '../support/shared-runs.ts';

/** Set a shorter time to try it out. */
const SECONDS = Number(process.env['CALL_SOAK_SECONDS'] ?? 600);
const WARM_UP_SECONDS = Math.min(60, SECONDS / 4);
const LOOK_MS = 1_000;
const AIM_GROWTH_PERCENT = 10;
/** Low enough for the caller to afford eleven minutes. */
const PRICE = 10;

/** Bytes of the page's heap after garbage collection. */
async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

/** One long call between two browsers: growth of the caller's page in percent, and missed heartbeats. */
const soak = shared(async () => {
  const product = await startProduct();
  await query(product, 'update anchor set price = $2 where uid = $1', [HOST, PRICE]);
  const pair = await openPair(product);
  try {
    await callOnce(pair, 0);
    const { page, context } = pair.viewer;
    const session = await context.newCDPSession(page);
    await session.send('HeapProfiler.enable');
    const beats = new Set<number>();
    const began = Date.now();
    let warm = 0;
    while (Date.now() - began < SECONDS * 1_000) {
      await wait(LOOK_MS);
      const row = await rowOf(page);
      if (row?.status !== 2) throw new Error(`The call ended: ${row?.reason}`);
      if (row.meter) beats.add(row.meter.at);
      if (warm === 0 && Date.now() - began >= WARM_UP_SECONDS * 1_000) warm = await heapOf(session);
    }
    const heard = [...beats].sort((a, b) => a - b);
    const dropped = heard.slice(1).reduce((sum, at, index) => {
      const missed = Math.round((at - (heard[index] ?? at)) / CALL_HEARTBEAT_INTERVAL_MS) - 1;
      return sum + Math.max(0, missed);
    }, 0);
    const growth = ((await heapOf(session)) / warm - 1) * 100;
    await hangUp(pair);
    return { growth, dropped };
  } finally {
    await closePair(pair);
    await product.stop();
  }
});

const MINUTES = 'a call of ten minutes';
export const benches: Benches = [
  { name: `${MINUTES}: growth of the page`, unit: '%', aim: AIM_GROWTH_PERCENT, runs: 1, run: soak('growth') },
  { name: `${MINUTES}: dropped heartbeats`, unit: 'count', aim: 0, runs: 1, run: soak('dropped') },
];
