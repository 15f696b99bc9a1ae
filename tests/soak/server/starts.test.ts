import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openTakenPorts, runWrongStart, WRONG_STARTS } from '../../harness/hostile/wrong-starts.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';
import { report } from './size.ts';

/** The longest time from the start of the process to its end. */
const REFUSED_WITHIN_MS = 5_000;

let ports: Awaited<ReturnType<typeof openTakenPorts>>;
let databaseUrl: string;
let slowestMs = 0;
beforeAll(async () => {
  ports = await openTakenPorts();
  databaseUrl = await freshDatabase(inject('postgresUrl'), 'migrated');
});
afterAll(() => {
  ports.close();
  report('wrong starts', { starts: WRONG_STARTS.length, 'slowest, ms': Math.round(slowestMs) });
});

test('there are at least 60 wrong starts, each with its own name', () => {
  expect(new Set(WRONG_STARTS.map(({ name }) => name)).size).toBe(WRONG_STARTS.length);
  expect(WRONG_STARTS.length).toBeGreaterThanOrEqual(60);
});

test.each(WRONG_STARTS)('$program with $name is refused in one line within 5 s, and creates nothing', async (start) => {
  const refusal = await runWrongStart(start, { ...ports, databaseUrl, postgresUrl: inject('postgresUrl') });
  expect(refusal).toMatchObject({ code: 1, lines: [expect.stringMatching(start.line)], isUntouched: true });
  expect(refusal.lines.join()).not.toContain(new URL(databaseUrl).password);
  expect(refusal.ms).toBeLessThan(REFUSED_WITHIN_MS);
  slowestMs = Math.max(slowestMs, refusal.ms);
});
