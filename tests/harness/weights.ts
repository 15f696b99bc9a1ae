import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const IMPORT = /(?:from|import)\s*"\.\/([\w.-]+\.js)"/g;
const LEVEL = 9;

/** Bytes that a browser fetches before any of these scripts of a build runs: each with all that it imports, compressed. */
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
