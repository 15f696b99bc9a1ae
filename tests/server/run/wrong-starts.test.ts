import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openTakenPorts, runWrongStart, WRONG_STARTS_SAMPLE } from '../../harness/hostile/wrong-starts.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';

let ports: Awaited<ReturnType<typeof openTakenPorts>>;
let databaseUrl: string;
beforeAll(async () => {
  ports = await openTakenPorts();
  databaseUrl = await freshDatabase(inject('postgresUrl'), 'migrated');
});
afterAll(() => void ports.close());

test.each(WRONG_STARTS_SAMPLE)('$program with $name is refused in one line, and creates nothing', async (start) => {
  const refusal = await runWrongStart(start, { ...ports, databaseUrl, postgresUrl: inject('postgresUrl') });
  expect(refusal).toMatchObject({ code: 1, lines: [expect.stringMatching(start.line)], isUntouched: true });
  expect(refusal.lines.join()).not.toContain(new URL(databaseUrl).password);
});
