import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { HOUR_MS } from '../../../contract/durations.ts';
import { sweepChat } from '../../harness/chat-sweep.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';
import { type KilledServer, startKilledServer } from '../../harness/servers/kept-server.ts';
import { sized } from './size.ts';

const SEEDS = Number(process.env['SOAK_SEEDS'] ?? sized(10, 60));
/** Seeds of `npm test` begin at 1. Another first seed splits a run over several processes. */
const FIRST_SEED = Number(process.env['SOAK_FIRST_SEED'] ?? 100);

let server: KilledServer;
beforeAll(async () => {
  server = await startKilledServer(await freshDatabase(inject('postgresUrl'), 'demo'));
}, 120_000);
afterAll(() => server?.stop());

test(`two users with two devices each show the same conversation in ${SEEDS} sequences of faults`, {
  timeout: 3 * HOUR_MS,
}, async () => {
  const faults: string[] = [];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1)
    faults.push(...(await sweepChat({ server, seed, steps: 60, blackHoleMs: 30_000 })));
  expect(faults).toEqual([]);
});
