import { existsSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { CHROMIUM, COTURN, FIREFOX, needTool, PROSODY } from '../installed-tools.ts';
import { runTool } from '../run-tool.ts';
import { Stop } from '../stop.ts';
import { buildForTests } from './test-builds.ts';
import {
  CHECK_FAILED,
  CHECK_PASSED,
  type Counts,
  countRun,
  readPlaywrightReport,
  readVitestReport,
} from './test-counts.ts';
import { readPlaywrightTimes, readVitestTimes, type TestTime } from './test-times.ts';

export type Outcome = Counts & { readonly times?: readonly TestTime[] };

export type Step = {
  readonly name: string;
  /** Further words that choose this step on the command line. */
  readonly aliases: readonly string[];
  run(args: readonly string[], signal: AbortSignal): Promise<Outcome>;
};

const MINUTE_MS = 60_000;
/** Only a step that hangs takes so long: a machine with other work needs three times as much as one without. */
const STEP_MINUTES = 40;
const VITEST = 'node_modules/vitest/vitest.mjs';
const VITEST_REPORT = '.test-results/vitest.json';
const PLAYWRIGHT = 'node_modules/playwright/cli.js';
const PLAYWRIGHT_REPORT = '.test-results/e2e.json';
/** Of the hundreds of processes that tests start, each would compile the server's sources anew: a third of the time of a start. */
const COMPILED_ONCE = { NODE_COMPILE_CACHE: resolve('.test-results/compiled') };

/** Counts of a runner's report, and the duration of each of its tests. */
function outcome(
  code: number,
  file: string,
  count: (report: unknown) => Counts,
  readTimes: (report: unknown) => readonly TestTime[],
): Outcome {
  const times = existsSync(file) ? readTimes(JSON.parse(readFileSync(file, 'utf8'))) : [];
  return { ...countRun(code, file, count), times };
}

/** A tool that passes or fails counts as one; its output is printed only when it fails. */
const check = (name: string, aliases: readonly string[], script: string, fixed: readonly string[]): Step => ({
  name,
  aliases,
  async run(args, signal) {
    const { code, output } = await runTool(script, [...fixed, ...args], {
      signal,
      timeoutMs: STEP_MINUTES * MINUTE_MS,
    });
    if (code === 0) return CHECK_PASSED;
    process.stdout.write(output);
    return CHECK_FAILED;
  },
});

const vitest = (
  name: string,
  aliases: readonly string[],
  projects: readonly string[],
  config = 'tests/vitest.config.ts',
): Step => ({
  name,
  aliases,
  async run(args, signal) {
    needTool(PROSODY);
    needTool(COTURN);
    rmSync(VITEST_REPORT, { force: true });
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`];
    const fixed = ['run', '--config', config, ...reporters];
    const chosen = projects.flatMap((project) => ['--project', project]);
    const options = { env: COMPILED_ONCE, signal, show: true, timeoutMs: STEP_MINUTES * MINUTE_MS };
    const { code } = await runTool(VITEST, [...fixed, ...chosen, ...args], options);
    return outcome(code, VITEST_REPORT, readVitestReport, readVitestTimes);
  },
});

const build: Step = {
  name: 'build',
  aliases: [],
  async run(_args, signal) {
    try {
      await buildForTests(signal);
      return CHECK_PASSED;
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      console.log(error.message);
      return CHECK_FAILED;
    }
  },
};

const browser = (name: string, aliases: readonly string[], fixed: readonly string[], minutes: number): Step => ({
  name,
  aliases,
  async run(args, signal) {
    needTool(PROSODY);
    needTool(CHROMIUM);
    needTool(COTURN);
    if (fixed.includes('--project=firefox')) needTool(FIREFOX);
    rmSync(PLAYWRIGHT_REPORT, { force: true });
    const all = ['test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json', ...fixed];
    const { code } = await runTool(PLAYWRIGHT, [...all, ...args], {
      env: { ...COMPILED_ONCE, PLAYWRIGHT_JSON_OUTPUT_FILE: resolve(PLAYWRIGHT_REPORT) },
      signal,
      show: true,
      timeoutMs: minutes * MINUTE_MS,
    });
    return outcome(code, PLAYWRIGHT_REPORT, readPlaywrightReport, readPlaywrightTimes);
  },
});

/** Steps of `npm test`, the quick ones first. */
export const STEPS: readonly Step[] = [
  check('biome', ['format', 'lint'], 'node_modules/@biomejs/biome/bin/biome', [
    'ci',
    '.',
    ...(process.stdout.isTTY ? [] : ['--colors=off']),
  ]),
  // Its projects are beside each other already: four checkers for each would look at the same types four times.
  check('types', ['tsc'], 'node_modules/typescript/bin/tsc', ['-b', '--checkers', '1']),
  check('knip', [], 'node_modules/knip/bin/knip.js', []),
  vitest('vitest', [], ['unit', 'integration', 'timed']),
  build,
  // A look waits for frames: three at once leave a quarter of two cores unused.
  browser('gallery', ['looks'], ['--project=gallery', '--workers=4', '--output=.test-results/gallery'], STEP_MINUTES),
  // The time until people are online again is measured: nothing else may run in parallel.
  browser('faults', ['storm'], ['--project=faults', '--workers=1', '--output=.test-results/faults'], STEP_MINUTES),
  browser('e2e', ['browser', 'playwright'], ['--project=phone', '--project=desktop', '--project=firefox'], 66),
];

/** Parts of steps, run only when named. */
export const PARTS: readonly Step[] = [
  vitest('unit', [], ['unit']),
  vitest('integration', [], ['integration', 'timed']),
  // No part of `npm test`: the same tests once more, through a pooler.
  vitest('pooler', [], [], 'tests/vitest.pooler.config.ts'),
  // Nor this: the tests of the edge on each XMPP server.
  vitest('engines', [], [], 'tests/vitest.engines.config.ts'),
];
