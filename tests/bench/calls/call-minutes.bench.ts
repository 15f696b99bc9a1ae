import { measureMinute } from '../../harness/calls/call-minutes.ts';
import { startCalls } from '../../harness/calls/calls.ts';
import { startPostgres } from '../../harness/postgres/postgres.ts';
import type { Benches } from '../bench.ts';
import { shared } from '../support/shared-runs.ts';

/** One process for all measurements; the first one warms it up and is discarded. */
const minutes = shared(async () => {
  const postgres = await startPostgres();
  const at = await startCalls(postgres.url);
  await measureMinute(at, 100);
  const [alone, ten, hundred, thousand] = [
    await measureMinute(at, 1),
    await measureMinute(at, 10),
    await measureMinute(at, 100),
    await measureMinute(at, 1_000),
  ];
  const broken = await at.audit();
  await at.close();
  await postgres.stop();
  if (broken.length > 0) throw new Error(broken.join(', '));
  return {
    alone: alone.statements,
    ten: ten.statements,
    hundred: hundred.statements,
    thousand: thousand.statements,
    tenCpu: ten.cpuMs,
    hundredCpu: hundred.cpuMs,
    thousandCpu: thousand.cpuMs,
  };
});

export const benches: Benches = [
  { name: 'call-minute: statements, alone', unit: 'count', runs: 1, run: minutes('alone') },
  { name: 'call-minute: statements, among 10 calls', unit: 'count', aim: 30, runs: 1, run: minutes('ten') },
  { name: 'call-minute: statements, among 100', unit: 'count', aim: 12, runs: 1, run: minutes('hundred') },
  { name: 'call-minute: statements, among 1,000', unit: 'count', aim: 12, runs: 1, run: minutes('thousand') },
  { name: 'call-minute: CPU of the server process, among 10 calls', unit: 'ms', runs: 1, run: minutes('tenCpu') },
  { name: 'call-minute: CPU of the server process, among 100', unit: 'ms', runs: 1, run: minutes('hundredCpu') },
  { name: 'call-minute: CPU of the server process, among 1,000', unit: 'ms', runs: 1, run: minutes('thousandCpu') },
];
