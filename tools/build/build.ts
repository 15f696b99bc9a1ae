import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BrandId, Environment } from '../../contract/brand.ts';
import { runTool } from '../run-tool.ts';
import { Stop } from '../stop.ts';
import { chosenBrand } from './brand/choice.ts';
import { compressFolder } from './compress.ts';

/** All sources of a build. */
const SOURCES = [
  'src',
  'worker',
  'sw',
  'contract',
  'public',
  'tools/build',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];
const MARK = '.build-hash';

function* filesBelow(path: string): Generator<string> {
  if (!existsSync(path)) return;
  if (statSync(path).isFile()) yield path;
  else for (const name of readdirSync(path).sort()) yield* filesBelow(join(path, name));
}

/** Hash of all sources of a build, and of `more` files or folders. */
export function sourceHash(more: readonly string[] = []): string {
  const hash = createHash('sha256');
  for (const source of [...SOURCES, ...more]) {
    for (const file of filesBelow(source)) hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

export type BuildOptions = {
  readonly outDir: string;
  /** Number by which two builds know which is newer; the clock when missing. */
  readonly build?: number;
  /** Default: the one that `BRAND` names. */
  readonly brand?: BrandId;
  /** Which of the brand's hosts it connects to. */
  readonly environment?: Environment;
  /** Vite's settings; the product's when missing. */
  readonly config?: string;
  /** Whether what is served compressed lies beside what is not. Default true. */
  readonly compress?: boolean;
  readonly signal?: AbortSignal;
  readonly announce?: (line: string) => void;
};

/**
 * Builds the app unless `outDir` already has the build of these sources. It is built beside its folder and moved there
 * when
 * complete: a killed build leaves no half result, and a mixture is never served.
 */
export async function buildApp(options: BuildOptions): Promise<void> {
  const { outDir, build, brand = chosenBrand(), environment = 'production', config, signal, announce } = options;
  const { compress = true } = options;
  const mark = join(outDir, MARK);
  const wanted = [sourceHash(), brand, environment, build ?? ''].join(' ').trimEnd();
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  announce?.(brand === 'gemcall' ? 'building the app' : `building ${brand}`);
  const draft = `${outDir}.${process.pid}`;
  try {
    const result = await runTool(
      'node_modules/vite/bin/vite.js',
      [
        'build',
        '--mode',
        environment,
        '--outDir',
        resolve(draft),
        '--emptyOutDir',
        ...(config ? ['--config', config] : []),
      ],
      {
        env: { NODE_ENV: 'production', BRAND: brand, ...(build === undefined ? {} : { GEMCALL_BUILD: String(build) }) },
        ...(signal ? { signal } : {}),
      },
    );
    signal?.throwIfAborted();
    if (result.code !== 0) throw new Stop(`the app does not build:\n${result.output}`);
    if (compress) compressFolder(draft);
    writeFileSync(join(draft, MARK), wanted);
    rmSync(outDir, { recursive: true, force: true });
    renameSync(draft, outDir);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
