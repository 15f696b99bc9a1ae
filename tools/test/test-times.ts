import { dirname, relative, resolve } from 'node:path';
import * as v from 'valibot';

/** An error message of a failed test, and its source location: `tests/e2e/a.spec.ts:7`. */
type Failure = { readonly message: string; readonly place?: string };
/** Duration of one test in one browser project and, if it failed, its error messages. Tests of one step may run concurrently. */
export type TestTime = {
  readonly file: string;
  readonly title: string;
  readonly ms: number;
  readonly failed?: readonly Failure[];
};
/** Wall-clock duration and results of one step. */
export type StepTime = {
  readonly name: string;
  readonly ms: number;
  /** Share of the processor time of all cores that was used meanwhile, by any process: 0 to 1. */
  readonly busy: number;
  /** Number of failures, including those outside of tests. */
  readonly failed: number;
  readonly tests: readonly TestTime[];
};

const SLOWEST = 20;
/** Printed lines per message; the test's own output has the rest. */
const LINES_OF_FAILURE = 3;
/** Printed characters per line. */
const LINE_CHARS = 400;
const TERMINAL_COLOURS = /\p{Cc}\[[\d;]*m/gu;

const vitestReport = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      assertionResults: v.array(
        v.object({
          fullName: v.string(),
          duration: v.nullish(v.number()),
          status: v.optional(v.string()),
          failureMessages: v.nullish(v.array(v.string())),
        }),
      ),
    }),
  ),
});

/** Reads durations and failures from vitest's JSON report, for the final output of `npm test`. */
export const readVitestTimes = (report: unknown): TestTime[] =>
  v.parse(vitestReport, report).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration, status, failureMessages }) => ({
      file: relative(resolve('.'), name),
      title: fullName,
      ms: duration ?? 0,
      ...(status === 'failed' && { failed: (failureMessages ?? []).map((message) => ({ message })) }),
    })),
  );

const playwrightTest = v.object({
  projectName: v.string(),
  status: v.optional(v.string()),
  results: v.array(
    v.object({
      duration: v.number(),
      errors: v.optional(
        v.array(
          v.object({ message: v.string(), location: v.optional(v.object({ file: v.string(), line: v.number() })) }),
        ),
      ),
    }),
  ),
});
type Suite = {
  readonly suites?: readonly Suite[] | undefined;
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly v.InferOutput<typeof playwrightTest>[];
  }[];
};
const suite: v.GenericSchema<Suite> = v.object({
  suites: v.optional(v.array(v.lazy(() => suite))),
  specs: v.array(
    v.object({
      title: v.string(),
      file: v.string(),
      tests: v.array(playwrightTest),
    }),
  ),
});
const playwrightReport = v.object({ suites: v.array(suite) });

const timesOfSuite = ({ suites = [], specs }: Suite): TestTime[] => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      // Playwright names files relative to the folder of its tests.
      file: `tests/${file}`,
      title: `${title} (${projectName})`,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
      // All errors of the last attempt: after a timeout, the second one names what the test was waiting for.
      ...(status === 'unexpected' && {
        failed: (results.at(-1)?.errors ?? []).map(({ message, location }) => ({
          message,
          ...(location && { place: `${relative(resolve('.'), location.file)}:${location.line}` }),
        })),
      }),
    })),
  ),
  ...suites.flatMap(timesOfSuite),
];
/** Reads durations and failures from Playwright's JSON report, for the final output of `npm test`. */
export const readPlaywrightTimes = (report: unknown): TestTime[] =>
  v.parse(playwrightReport, report).suites.flatMap(timesOfSuite);

const seconds = (ms: number) => (ms / 1_000).toFixed(1).padStart(8);
const minutes = (ms: number) => (ms / 60_000).toFixed(1).padStart(8);
const percent = (share: number) => `${Math.round(share * 100)} %`.padStart(6);

/**
 * Formats durations as the text that `npm test` prints after its steps: minutes by step, of the whole run and by test folder, and the
 * slowest tests. Tests of a step run concurrently, so the minutes of a folder can exceed those of its step.
 */
export function timesTable(steps: readonly StepTime[], runMs: number): string {
  const tests = steps.flatMap((step) => step.tests);
  const folders = new Map<string, number>();
  for (const { file, ms } of tests) folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + ms);
  const byTime = [...folders].sort(([, a], [, b]) => b - a);
  const slowest = tests.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  return [
    'minutes by step, and how busy the processors were',
    ...steps.map(({ name, ms, busy }) => `${minutes(ms)} ${percent(busy)}  ${name}`),
    `${minutes(runMs)}         whole run`,
    'minutes of tests by folder, those beside each other counted one by one',
    ...byTime.map(([folder, ms]) => `${minutes(ms)}  ${folder}`),
    `seconds of the ${slowest.length} slowest tests`,
    ...slowest.map(({ file, title, ms }) => `${seconds(ms)}  ${file}: ${title}`),
  ].join('\n');
}

/** Lists the failed tests, each with the start of its messages, at the end of the long output of `npm test`; undefined if all passed. */
export function failuresList(steps: readonly StepTime[]): string | undefined {
  const lines = steps.flatMap(({ name, failed, tests }) => {
    const bad = tests.flatMap((test) => (test.failed === undefined ? [] : [{ ...test, failed: test.failed }]));
    // A failed check, build, or file that failed to load; the output of the step has details.
    const others = failed - bad.length;
    return [
      ...bad.flatMap(({ file, title, failed: all }) => [`  ${file}: ${title}`, ...all.flatMap(startOf)]),
      ...(others > 0 ? [`  ${name}: ${others} outside of tests`] : []),
    ];
  });
  return lines.length === 0 ? undefined : ['failed', ...lines].join('\n');
}

const startOf = ({ message, place }: Failure): string[] =>
  [
    ...message
      .replace(TERMINAL_COLOURS, '')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, LINES_OF_FAILURE),
    ...(place === undefined ? [] : [`at ${place}`]),
  ].map((line) => `      ${line.trim().slice(0, LINE_CHARS)}`);
