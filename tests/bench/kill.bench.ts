import { killUnderChatters } from '../harness/browser/killing.ts';
import type { Benches } from './bench.ts';
import { shared } from './support/shared-runs.ts';

/** Set fewer to try it out. */
const KILLS = Number(process.env['KILLS'] ?? 20);
const PEOPLE = Number(process.env['KILL_PEOPLE'] ?? 50);

const run = shared(async () => {
  const { lost, doubled, slowestMs } = await killUnderChatters({ kills: KILLS, people: PEOPLE });
  return { lost, doubled, slowestMs };
});

export const benches: Benches = [
  {
    name: 'messages lost over 20 SIGKILLs of the server while 50 users chat',
    unit: 'count',
    aim: 0,
    runs: 1,
    run: run('lost'),
  },
  { name: 'messages duplicated over 20 SIGKILLs', unit: 'count', aim: 0, runs: 1, run: run('doubled') },
  { name: 'restart after a SIGKILL, slowest', unit: 'ms', runs: 1, run: run('slowestMs') },
];
