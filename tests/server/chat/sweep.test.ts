import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sweepChat } from '../../harness/chat-sweep.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';
import { type KilledServer, startKilledServer } from '../../harness/servers/kept-server.ts';

const SEEDS = Array.from({ length: 10 }, (_, seed) => seed + 1);

let server: KilledServer;
beforeAll(async () => {
  server = await startKilledServer(await freshDatabase(inject('postgresUrl'), 'demo'));
});
afterAll(() => server?.stop());

test.each(SEEDS)(
  'two users with two devices each show the same conversation when everything breaks, seed %i',
  async (seed) => {
    expect(await sweepChat({ server, seed, steps: 24, blackHoleMs: 400 })).toEqual([]);
  },
);
