import { existsSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { MINUTE_MS } from '../../contract/durations.ts';
import {
  CHROMIUM,
  COTURN,
  DEPLOY,
  FIREFOX,
  HEADLESS_SHELL,
  needTool,
  PROSODY,
  WEBKIT,
  wantTool,
} from '../installed-tools.ts';
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

/** Result of a step: counts, and the durations of its tests if its runner reports them. */
export type Outcome = Counts & { readonly times?: readonly TestTime[] };

/** Arguments of the step's runner, and where its output goes. */
type Run = { readonly args: readonly string[]; readonly signal: AbortSignal; readonly print: (text: string) => void };

/** A step of `npm test`, such as the linter, the unit tests or the browser tests. */
export type Step = {
  readonly name: string;
  /** Further names of the step on the command line. */
  readonly aliases: readonly string[];
  run(run: Run): Promise<Outcome>;
};

/** Timeout of a step without its own. Only a hanging step takes this long; a busy machine needs three times as long as an idle one. */
const STEP_MINUTES = 40;
/** Timeout of the step `deploy`, which installs and builds the product on each of its machines. */
const DEPLOY_MINUTES = 240;
const VITEST = 'node_modules/vitest/vitest.mjs';
const PLAYWRIGHT = 'node_modules/playwright/cli.js';
/** Path of the runner's report on the last run of this step. */
const reportOf = (step: string): string => `.test-results/${step}.json`;
/** Shared compile cache: tests start hundreds of processes, and compiling the server's sources is a third of a start. */
const COMPILED_ONCE = { NODE_COMPILE_CACHE: resolve('.test-results/compiled') };

/** Counts and durations from a runner's report. */
function outcome(
  code: number,
  file: string,
  count: (report: unknown) => Counts,
  readTimes: (report: unknown) => readonly TestTime[],
): Outcome {
  const times = existsSync(file) ? readTimes(JSON.parse(readFileSync(file, 'utf8'))) : [];
  return { ...countRun(code, file, count), times };
}

/** A step by a tool that passes or fails as a whole; its output is printed only on failure. */
const check = (name: string, aliases: readonly string[], script: string, fixed: readonly string[]): Step => ({
  name,
  aliases,
  async run({ args, signal, print }) {
    const { code, output } = await runTool(script, [...fixed, ...args], {
      signal,
      timeoutMs: STEP_MINUTES * MINUTE_MS,
    });
    if (code === 0) return CHECK_PASSED;
    print(output);
    return CHECK_FAILED;
  },
});

const vitest = (
  name: string,
  aliases: readonly string[],
  projects: readonly string[],
  config = 'tests/vitest.config.ts',
  minutes = STEP_MINUTES,
): Step => ({
  name,
  aliases,
  async run({ args, signal, print }) {
    needTool(PROSODY);
    needTool(COTURN);
    const report = reportOf(name);
    rmSync(report, { force: true });
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const fixed = ['run', '--config', config, ...reporters];
    const chosen = projects.flatMap((project) => ['--project', project]);
    const options = { env: COMPILED_ONCE, signal, print, timeoutMs: minutes * MINUTE_MS };
    const { code } = await runTool(VITEST, [...fixed, ...chosen, ...args], options);
    return outcome(code, report, readVitestReport, readVitestTimes);
  },
});

const deployTests = vitest('deploy', [], [], 'tests/vitest.deploy.config.ts', DEPLOY_MINUTES);
const deploy: Step = {
  ...deployTests,
  async run(run) {
    if (process.getuid?.() !== 0) throw new Stop('the step deploy boots machines, so it needs root');
    DEPLOY.forEach(needTool);
    return deployTests.run(run);
  },
};

const build: Step = {
  name: 'build',
  aliases: [],
  async run({ signal, print }) {
    try {
      await buildForTests(signal);
      return CHECK_PASSED;
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      print(`${error.message}\n`);
      return CHECK_FAILED;
    }
  },
};

const browser = (name: string, aliases: readonly string[], fixed: readonly string[], minutes: number): Step => ({
  name,
  aliases,
  async run({ args, signal, print }) {
    needTool(PROSODY);
    needTool(CHROMIUM);
    wantTool(HEADLESS_SHELL);
    needTool(COTURN);
    if (fixed.includes('--project=firefox')) needTool(FIREFOX);
    if (fixed.includes('--project=webkit')) WEBKIT.forEach(needTool);
    const report = reportOf(name);
    rmSync(report, { force: true });
    const all = ['test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json', ...fixed];
    const { code } = await runTool(PLAYWRIGHT, [...all, ...args], {
      env: { ...COMPILED_ONCE, PLAYWRIGHT_JSON_OUTPUT_FILE: resolve(report) },
      signal,
      print,
      timeoutMs: minutes * MINUTE_MS,
    });
    return outcome(code, report, readPlaywrightReport, readPlaywrightTimes);
  },
});

/** CI, which is ended after 90 minutes (tests/e2e/playwright.config.ts), leaves WebKit out: its packages alone take minutes to install. */
const WEBKIT_PROJECT = process.env['CI'] === undefined ? ['--project=webkit'] : [];

const BIOME_ARGS = ['ci', '.', ...(process.stdout.isTTY ? [] : ['--colors=off'])];

/**
 * The steps that `npm test` runs without a name, quick ones first. They run one after another: beside each other, the tests of one miss the
 * deadlines of the product because of the load of the other.
 */
export const STEPS: readonly Step[] = [
  check('biome', ['format', 'lint'], 'node_modules/@biomejs/biome/bin/biome', BIOME_ARGS),
  // One checker: projects are already checked concurrently, and several checkers per project would check the same types repeatedly.
  check('types', ['tsc'], 'node_modules/typescript/bin/tsc', ['-b', '--checkers', '1']),
  check('knip', [], 'node_modules/knip/bin/knip.js', []),
  vitest('vitest', [], ['unit', 'integration']),
  // Tests of times, with the machine for themselves.
  vitest('timed', [], ['timed']),
  build,
  // Screenshots wait for frames, so three workers would leave a quarter of two cores unused.
  browser('gallery', ['looks'], ['--project=gallery', '--workers=4', '--output=.test-results/gallery'], STEP_MINUTES),
  // One worker: the fault tests measure the time until clients are back online, so nothing else may run beside them, and Firefox on a busy
  // machine needs longer for a reload than a call waits for it.
  browser(
    'faults',
    ['storm', 'firefox', 'webkit'],
    ['--project=faults', '--project=firefox', ...WEBKIT_PROJECT, '--workers=1', '--output=.test-results/faults'],
    STEP_MINUTES,
  ),
  browser('e2e', ['browser', 'playwright'], ['--project=phone', '--project=desktop'], 66),
];

/** Further steps that run only when named, as in `npm test -- unit`. */
export const NAMED_STEPS: readonly Step[] = [
  vitest('unit', [], ['unit']),
  vitest('integration', [], ['integration', 'timed']),
  // The same tests through PgBouncer; not run by `npm test`.
  vitest('pooler', [], [], 'tests/vitest.pooler.config.ts'),
  // The edge tests on each XMPP server; not run by `npm test`.
  vitest('engines', [], [], 'tests/vitest.engines.config.ts'),
  // The manual followed on empty machines, and the container image; not run by `npm test`.
  deploy,
];
