import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from './run-tool.ts';
import { Stop } from './stop.ts';

/** Everything a build depends on. */
const SOURCES = ['src', 'worker', 'sw', 'contract', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'];
const MARK = '.build-hash';

function* filesBelow(path: string): Generator<string> {
  if (!existsSync(path)) return;
  if (statSync(path).isFile()) yield path;
  else for (const name of readdirSync(path).sort()) yield* filesBelow(join(path, name));
}

export function sourceHash(): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of filesBelow(source)) hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

export type BuildOptions = {
  readonly outDir: string;
  /** The number by which two builds know which is newer; the clock when missing. */
  readonly build?: number;
  readonly signal?: AbortSignal;
  readonly announce?: (line: string) => void;
};

/**
 * Builds the app unless `outDir` already holds what these sources make. It is built beside its place and moved there when
 * complete: a killed build leaves nothing half, and nobody is served a mixture.
 */
export async function buildApp({ outDir, build, signal, announce }: BuildOptions): Promise<void> {
  const mark = join(outDir, MARK);
  const wanted = build === undefined ? sourceHash() : `${sourceHash()} ${build}`;
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  announce?.('building the app');
  const draft = `${outDir}.${process.pid}`;
  try {
    const result = await runTool('node_modules/vite/bin/vite.js', ['build', '--outDir', draft, '--emptyOutDir'], {
      env: { NODE_ENV: 'production', ...(build === undefined ? {} : { GEMCALL_BUILD: String(build) }) },
      ...(signal ? { signal } : {}),
    });
    signal?.throwIfAborted();
    if (result.code !== 0) throw new Stop(`the app does not build:\n${result.output}`);
    writeFileSync(join(draft, MARK), wanted);
    rmSync(outDir, { recursive: true, force: true });
    renameSync(draft, outDir);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
