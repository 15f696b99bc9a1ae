import { mkdirSync } from 'node:fs';
import { askedToEnd, main, Stop } from '../stop.ts';
import { addCounts, CHECK_FAILED, type Counts, closingLine } from './test-counts.ts';
import { NAMED_STEPS, type Outcome, STEPS, type Step } from './test-steps.ts';
import { failuresList, type StepTime, timesTable } from './test-times.ts';

/**
 * `npm test` runs all steps, even after a failure, and prints the total at the end. `npm test -- e2e login.spec.ts` runs one step with
 * further arguments.
 */
await main(async () => {
  const { signal } = askedToEnd();
  const [name, ...args] = process.argv.slice(2);
  const steps = name === undefined ? STEPS : [chosen(name)];
  mkdirSync('.test-results', { recursive: true });
  let total: Counts = { passed: 0, failed: 0, skipped: 0 };
  const spent: StepTime[] = [];
  for (const step of steps) {
    const began = performance.now();
    console.log(`\n== ${step.name}`);
    const counts = await runStep(step, args, signal);
    if (signal.aborted) throw new Stop('ended before the tests were');
    total = addCounts(total, counts);
    const ms = performance.now() - began;
    spent.push({ name: step.name, ms, failed: counts.failed, tests: counts.times ?? [] });
    console.log(`== ${step.name}: ${summary(counts)} in ${(ms / 1_000).toFixed(1)} s`);
  }
  if (spent.some(({ tests }) => tests.length > 0)) console.log(`\n${timesTable(spent)}`);
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
async function runStep(step: Step, args: readonly string[], signal: AbortSignal): Promise<Outcome> {
  try {
    return await step.run(args, signal);
  } catch (error) {
    console.log(error instanceof Stop ? error.message : error);
    return CHECK_FAILED;
  }
}

/** Summary of a step, worded differently from the closing total, which must be unique in the output. */
function summary(counts: Counts): string {
  return counts.failed === 0 ? `all ${counts.passed} good` : `${counts.failed} bad`;
}
