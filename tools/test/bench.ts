import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { CHROMIUM, needTool, PROSODY } from '../installed-tools.ts';
import { listenForStop, main, printMessage, Stop } from '../stop.ts';
import { measure, table, writeReport } from './bench-report.ts';
import { buildForTests } from './test-builds.ts';

const benchFile = v.object({
  benches: v.array(
    v.looseObject({
      name: v.string(),
      unit: v.string(),
      aim: v.optional(v.number()),
      peer: v.optional(v.number()),
      floor: v.optional(v.string()),
      runs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
      run: v.custom<() => Promise<number>>((value) => typeof value === 'function'),
    }),
  ),
  close: v.optional(v.custom<() => Promise<void>>((value) => typeof value === 'function')),
});

/**
 * `npm run bench` runs the benchmark files below `tests/bench/` sequentially. Arguments select files and benchmarks whose names contain one
 * of them.
 */
await main(async () => {
  const { signal } = listenForStop();
  const words = process.argv.slice(2);
  needTool(PROSODY);
  needTool(CHROMIUM);
  await buildForTests(signal);
  const rows = [];
  for (const file of globSync('tests/bench/**/*.bench.ts').sort()) {
    const loaded: unknown = await import(pathToFileURL(resolve(file)).href);
    const { benches, close } = v.parse(benchFile, loaded);
    for (const bench of benches) {
      if (words.length > 0 && !words.some((word) => file.includes(word) || bench.name.includes(word))) continue;
      printMessage(bench.name);
      rows.push(await measure(bench));
      signal.throwIfAborted();
    }
    await close?.();
  }
  if (rows.length === 0) throw new Stop('no bench has run');
  console.log(`\n${table(rows)}`);
  writeReport(rows, '.test-results/bench.json');
  if (rows.some((row) => row.error !== undefined)) throw new Stop('a bench failed');
});
// Exit explicitly: the PostgreSQL shared by the benchmarks is a child that would keep this process alive.
process.exit();
