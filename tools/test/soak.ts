import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { HOUR_MS } from '../../contract/durations.ts';
import { CHROMIUM, COTURN, FAKETIME, needTool, PROSODY, WEBKIT } from '../installed-tools.ts';
import { runTool, type ToolResult } from '../run-tool.ts';
import { listenForStop, main, Stop } from '../stop.ts';
import { buildForTests } from './test-builds.ts';

const HOURS_MS = 3 * HOUR_MS;
/** Shared compile cache: otherwise each of the processes that tests start would compile the server's sources. */
const COMPILED_ONCE = { NODE_COMPILE_CACHE: resolve('.test-results/compiled') };

const print = (text: string) => void process.stdout.write(text);

type Suite = (args: readonly string[], signal: AbortSignal) => Promise<ToolResult>;

/** Suites that are too long or too demanding for `npm test`. */
const SUITES: Readonly<Record<string, Suite>> = {
  server: (args, signal) => {
    needTool(PROSODY);
    if (process.platform === 'linux') needTool(FAKETIME);
    const fixed = ['run', '--config', 'tests/vitest.config.ts', '--project', 'soak'];
    return run('node_modules/vitest/vitest.mjs', [...fixed, ...args], signal);
  },
  browser: async (args, signal) => {
    needTool(PROSODY);
    needTool(CHROMIUM);
    needTool(COTURN);
    await buildForTests(signal);
    const fixed = ['test', '--config', 'tests/soak/browser/playwright.config.ts'];
    return run('node_modules/playwright/cli.js', [...fixed, ...args], signal);
  },
  webkit: async (args, signal) => {
    needTool(PROSODY);
    WEBKIT.forEach(needTool);
    await buildForTests(signal);
    const fixed = ['test', '--config', 'tests/soak/webkit/playwright.config.ts'];
    return run('node_modules/playwright/cli.js', [...fixed, ...args], signal);
  },
};

const run = (tool: string, args: readonly string[], signal: AbortSignal) =>
  runTool(tool, args, { env: COMPILED_ONCE, signal, print, timeoutMs: HOURS_MS });

/** `npm run soak` runs all suites of `tests/soak/`, even after a failure; `npm run soak -- browser` runs one, with further arguments. */
await main(async () => {
  const { signal } = listenForStop();
  const [name, ...args] = process.argv.slice(2);
  const names = name === undefined ? Object.keys(SUITES) : [name];
  mkdirSync('.test-results', { recursive: true });
  const failed: string[] = [];
  for (const each of names) {
    const suite = SUITES[each];
    if (!suite) throw new Stop(`no soak is called ${each}; there are ${Object.keys(SUITES).join(', ')}`);
    const { code } = await suite(args, signal);
    signal.throwIfAborted();
    if (code !== 0) failed.push(each);
  }
  if (failed.length > 0) throw new Stop(`the soak failed: ${failed.join(', ')}`);
});
