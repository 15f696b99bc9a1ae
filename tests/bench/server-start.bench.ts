import { spawn } from 'node:child_process';
import { type Product, startProduct } from '../harness/browser/product.ts';
import type { Benches } from './bench.ts';

const AIM_MS = 4_000;
const AIM_IMPORTS_MS = 3_000;

let started: Promise<Product> | undefined;

/** Runs a script in a new Node process and resolves to its duration until its end, ms. */
function runNode(args: readonly string[], script: string): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [...args, '--input-type=module', '--eval', script], { stdio: 'ignore' });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(performance.now() - began) : reject(new Error(`The process ended with ${code}`)),
    );
  });
}

/** Time from the start of a server process with a migrated database until it answers, ms. */
async function restart(): Promise<number> {
  started ??= startProduct();
  const product = await started;
  await product.killServer();
  const began = performance.now();
  await product.restartServer();
  return performance.now() - began;
}

const HOOK = './server/platform/process/package-format.ts';
const MODULES = `await import('./server/app.ts')`;
const EMPTY = 'start of an empty Node process (floor)';

export const benches: Benches = [
  { name: EMPTY, unit: 'ms', run: () => runNode([], '') },
  {
    name: 'imports of a server',
    unit: 'ms',
    aim: AIM_IMPORTS_MS,
    floor: EMPTY,
    run: () => runNode(['--import', HOOK], MODULES),
  },
  // Shows what the hook of imports is worth.
  { name: 'imports of a server without the hook of imports', unit: 'ms', run: () => runNode([], MODULES) },
  { name: 'start of a server until it answers', unit: 'ms', aim: AIM_MS, floor: EMPTY, run: restart },
];

export async function close(): Promise<void> {
  await (await started)?.stop();
}
