import { dirname, relative, resolve } from 'node:path';
import * as v from 'valibot';

/** Duration of one test. Tests of one step may run in parallel. */
export type TestTime = { readonly file: string; readonly title: string; readonly ms: number };
export type StepTime = { readonly name: string; readonly ms: number; readonly tests: readonly TestTime[] };

const SLOWEST = 20;

const vitestReport = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      assertionResults: v.array(v.object({ fullName: v.string(), duration: v.nullish(v.number()) })),
    }),
  ),
});

export const readVitestTimes = (report: unknown): TestTime[] =>
  v.parse(vitestReport, report).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      file: relative(resolve('.'), name),
      title: fullName,
      ms: duration ?? 0,
    })),
  );

type Suite = {
  readonly suites?: readonly Suite[] | undefined;
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly { readonly projectName: string; readonly results: readonly { duration: number }[] }[];
  }[];
};
const suite: v.GenericSchema<Suite> = v.object({
  suites: v.optional(v.array(v.lazy(() => suite))),
  specs: v.array(
    v.object({
      title: v.string(),
      file: v.string(),
      tests: v.array(v.object({ projectName: v.string(), results: v.array(v.object({ duration: v.number() })) })),
    }),
  ),
});
const playwrightReport = v.object({ suites: v.array(suite) });

const timesOfSuite = ({ suites = [], specs }: Suite): TestTime[] => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests.map(({ projectName, results }) => ({
      // Playwright names files relative to the folder of its tests.
      file: `tests/${file}`,
      title: `${title} (${projectName})`,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  ),
  ...suites.flatMap(timesOfSuite),
];
export const readPlaywrightTimes = (report: unknown): TestTime[] =>
  v.parse(playwrightReport, report).suites.flatMap(timesOfSuite);

const seconds = (ms: number) => (ms / 1_000).toFixed(1).padStart(8);
const minutes = (ms: number) => (ms / 60_000).toFixed(1).padStart(8);

/** Report of the time of a run: by step, by folder of tests, and the slowest tests. */
export function timesTable(steps: readonly StepTime[]): string {
  const tests = steps.flatMap((step) => step.tests);
  const folders = new Map<string, number>();
  for (const { file, ms } of tests) folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + ms);
  const byTime = [...folders].sort(([, a], [, b]) => b - a);
  const slowest = tests.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  return [
    'minutes by step',
    ...steps.map(({ name, ms }) => `${minutes(ms)}  ${name}`),
    'minutes of tests by folder, those beside each other counted one by one',
    ...byTime.map(([folder, ms]) => `${minutes(ms)}  ${folder}`),
    `seconds of the ${slowest.length} slowest tests`,
    ...slowest.map(({ file, title, ms }) => `${seconds(ms)}  ${file}: ${title}`),
  ].join('\n');
}
