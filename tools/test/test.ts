import { mkdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { inspect } from 'node:util';
import { listenForStop, main, Stop } from '../stop.ts';
import { addCounts, CHECK_FAILED, type Counts, closingLine } from './test-counts.ts';
import { NAMED_STEPS, type Outcome, STEPS, type Step } from './test-steps.ts';
import { failuresList, type StepTime, timesTable } from './test-times.ts';

const print = (text: string) => void process.stdout.write(text);

/**
 * `npm test` runs all steps, even after a failure, and prints the total at the end. `npm test -- e2e login.spec.ts` runs one step with
 * further arguments.
 */
await main(async () => {
  const { signal } = listenForStop();
  const [name, ...args] = process.argv.slice(2);
  const steps = name === undefined ? STEPS : [chosen(name)];
  mkdirSync('.test-results', { recursive: true });
  const began = performance.now();
  const spent: StepTime[] = [];
  let total: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const step of steps) {
    const { ms, busy, result } = await runStep(step, args, signal);
    total = addCounts(total, result);
    spent.push({ name: step.name, ms, busy, failed: result.failed, tests: result.times ?? [] });
    if (signal.aborted) throw new Stop('ended before the tests were');
  }
  if (spent.some(({ tests }) => tests.length > 0)) console.log(`\n${timesTable(spent, performance.now() - began)}`);
  const failures = failuresList(spent);
  if (failures !== undefined) console.log(`\n${failures}`);
  console.log(`\n${closingLine(total)}`);
  if (total.failed > 0) process.exitCode = 1;
});

function chosen(name: string): Step {
  const all = [...STEPS, ...NAMED_STEPS];
  const step = all.find((candidate) => candidate.name === name || candidate.aliases.includes(name));
  if (!step) throw new Stop(`no test step is called ${name}; there are ${all.map((each) => each.name).join(', ')}`);
  return step;
}

/** Runs a step. An exception counts as a failure, so that later steps still run. */
async function runStep(step: Step, args: readonly string[], signal: AbortSignal) {
  const [began, before] = [performance.now(), processorTimes()];
  print(`\n== ${step.name}\n`);
  const result: Outcome = await step.run({ args, signal, print }).catch((error: unknown) => {
    print(`${error instanceof Stop ? error.message : inspect(error)}\n`);
    return CHECK_FAILED;
  });
  const ms = performance.now() - began;
  print(`== ${step.name}: ${summary(result)} in ${(ms / 1_000).toFixed(1)} s\n`);
  const after = processorTimes();
  const busy = (after.used - before.used) / Math.max(1, after.all - before.all);
  return { ms, busy, result };
}

/** Times summed over all processors since the start of the machine, ms: the whole time, and the time in which they were not idle. */
function processorTimes() {
  const all = cpus().flatMap(({ times }) => Object.values(times));
  const sum = (list: readonly number[]) => list.reduce((total, ms) => total + ms, 0);
  return { all: sum(all), used: sum(all) - sum(cpus().map(({ times }) => times.idle)) };
}

/** Summary of a step, worded differently from the closing total, which must be unique in the output. */
function summary(counts: Counts): string {
  return counts.failed === 0 ? `all ${counts.passed} good` : `${counts.failed} bad`;
}
