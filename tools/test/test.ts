import { mkdirSync } from 'node:fs';
import { inspect } from 'node:util';
import { askedToEnd, main, Stop } from '../stop.ts';
import { isSlowMachine } from './slow-machine.ts';
import { addCounts, CHECK_FAILED, type Counts, closingLine } from './test-counts.ts';
import { NAMED_STEPS, type Outcome, STAGES, type Step } from './test-steps.ts';
import { failuresList, type StepTime, timesTable } from './test-times.ts';

/** Where the output of a step goes: `end` is called once, when the step has ended. */
type Output = { print(text: string): void; end(): void };

const printer: Output = { print: (text) => void process.stdout.write(text), end: () => undefined };

/** Prints the output of a step when it has ended, so that it does not mix with that of a step beside it. */
function collector(): Output {
  let text = '';
  return {
    print(more) {
      text += more;
    },
    end: () => void process.stdout.write(text),
  };
}

/**
 * `npm test` runs all stages, even after a failure, and prints the total at the end. `npm test -- e2e login.spec.ts` runs one step with
 * further arguments.
 */
await main(async () => {
  const { signal } = askedToEnd();
  const [name, ...args] = process.argv.slice(2);
  const stages = name === undefined ? STAGES : [[chosen(name)]];
  mkdirSync('.test-results', { recursive: true });
  const began = performance.now();
  const spent: StepTime[] = [];
  let total: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const stage of stages) {
    for (const { step, ms, result } of await runStage(stage, args, signal)) {
      total = addCounts(total, result);
      spent.push({ name: step.name, ms, failed: result.failed, tests: result.times ?? [] });
    }
    if (signal.aborted) throw new Stop('ended before the tests were');
  }
  if (spent.some(({ tests }) => tests.length > 0)) console.log(`\n${timesTable(spent, performance.now() - began)}`);
  const failures = failuresList(spent);
  if (failures !== undefined) console.log(`\n${failures}`);
  console.log(`\n${closingLine(total)}`);
  if (total.failed > 0) process.exitCode = 1;
});

function chosen(name: string): Step {
  const all = [...STAGES.flat(), ...NAMED_STEPS];
  const step = all.find((candidate) => candidate.name === name || candidate.aliases.includes(name));
  if (!step) throw new Stop(`no test step is called ${name}; there are ${all.map((each) => each.name).join(', ')}`);
  return step;
}

/** Runs the steps of a stage concurrently, or one after another on a slow machine, which they would overload. */
async function runStage(stage: readonly Step[], args: readonly string[], signal: AbortSignal): Promise<StepRun[]> {
  if (!isSlowMachine()) {
    return Promise.all(stage.map((step, index) => runStep(step, args, signal, index === 0 ? printer : collector())));
  }
  const runs: StepRun[] = [];
  for (const step of stage) runs.push(await runStep(step, args, signal, printer));
  return runs;
}

type StepRun = { readonly step: Step; readonly ms: number; readonly result: Outcome };

/** Runs a step. An exception counts as a failure, so that later steps still run. */
async function runStep(
  step: Step,
  args: readonly string[],
  signal: AbortSignal,
  { print, end }: Output,
): Promise<StepRun> {
  const began = performance.now();
  print(`\n== ${step.name}\n`);
  const result: Outcome = await step.run({ args, signal, print }).catch((error: unknown) => {
    print(`${error instanceof Stop ? error.message : inspect(error)}\n`);
    return CHECK_FAILED;
  });
  const ms = performance.now() - began;
  print(`== ${step.name}: ${summary(result)} in ${(ms / 1_000).toFixed(1)} s\n`);
  end();
  return { step, ms, result };
}

/** Summary of a step, worded differently from the closing total, which must be unique in the output. */
function summary(counts: Counts): string {
  return counts.failed === 0 ? `all ${counts.passed} good` : `${counts.failed} bad`;
}
