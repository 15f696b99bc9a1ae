import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const IMPORT = /(?:from|import)\s*"\.\/([\w.-]+\.js)"/g;
const LEVEL = 9;

/** Number of files that the service worker of a build precaches. */
export const keptFiles = (distDir: string): number =>
  [...readFileSync(join(distDir, 'sw.js'), 'utf8').matchAll(/"url":"/g)].length;

/** Scripts of a build that are in an import cycle or import one that is: top-level bindings may be used before they are initialized. */
export function circleOf(distDir: string): string[] {
  const assets = join(distDir, 'assets');
  const left = new Map<string, (string | undefined)[]>();
  for (const name of readdirSync(assets).filter((file) => file.endsWith('.js'))) {
    const code = readFileSync(join(assets, name), 'utf8');
    left.set(
      name,
      [...code.matchAll(IMPORT)].map(([, imported]) => imported),
    );
  }
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    // A script without an unresolved import is in no cycle.
    for (const [name, imported] of left) if (!imported.some((one) => one && left.has(one))) left.delete(name);
  }
  return [...left.keys()];
}

/** Compressed bytes that a browser fetches before all these scripts of a build can run, including their imports. */
export function weightOf(distDir: string, scripts: readonly string[]): number {
  const assets = join(distDir, 'assets');
  const files = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const waiting = scripts.map((script) => {
    const found = files.filter((name) => name.replace(/-[\w-]{8}\.js$/, '') === script);
    if (found.length !== 1) throw new Error(`the build has ${found.length} scripts named ${script}`);
    return found[0];
  });
  const seen = new Set<string>();
  let bytes = 0;
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const code = readFileSync(join(assets, name));
    bytes += gzipSync(code, { level: LEVEL }).byteLength;
    waiting.push(...[...code.toString().matchAll(IMPORT)].flatMap(([, imported]) => imported ?? []));
  }
  return bytes;
}
