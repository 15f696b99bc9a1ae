import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BrandId, Environment } from '../../contract/brand.ts';
import { runTool } from '../run-tool.ts';
import { Stop } from '../stop.ts';
import { chosenBrand } from './brand/choice.ts';
import { compressFolder } from './compress.ts';

/** Files and folders that a build depends on. */
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
/** File of a build that names its sources and options. */
export const BUILD_MARK = '.build-hash';

function* filesBelow(path: string): Generator<string> {
  if (!existsSync(path)) return;
  if (statSync(path).isFile()) yield path;
  else for (const name of readdirSync(path).sort()) yield* filesBelow(join(path, name));
}

/** Hash of all source files of the app, and of `more` files or folders; a build with the same hash is reused. */
export function sourceHash(more: readonly string[] = []): string {
  const hash = createHash('sha256');
  for (const source of [...SOURCES, ...more]) {
    for (const file of filesBelow(source)) hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** Options of `buildApp`. */
export type BuildOptions = {
  readonly outDir: string;
  /** Build number, by which browsers recognise the newer build; default the current time. */
  readonly build?: number;
  /** Default: the brand that `BRAND` names. */
  readonly brand?: BrandId;
  /** Selects the brand's hosts to connect to; default production. */
  readonly environment?: Environment;
  /** Vite configuration file; default that of the product. */
  readonly config?: string;
  /** Whether compressed variants are written beside the files. Default true. */
  readonly compress?: boolean;
  readonly signal?: AbortSignal;
  readonly announce?: (line: string) => void;
};

/**
 * Builds the app with Vite unless `outDir` already contains a build of the same sources and options: brand, environment, build number,
 * configuration file and compression. The build is written to a temporary folder and renamed when complete, so that a killed build leaves no
 * partial result. Throws a `Stop` with the output if it fails.
 */
export async function buildApp(options: BuildOptions): Promise<void> {
  const { outDir, build, brand = chosenBrand(), environment = 'production', config, signal, announce } = options;
  const { compress = true } = options;
  const mark = join(outDir, BUILD_MARK);
  const inputs = [sourceHash(config ? [config] : []), brand, environment, build ?? ''];
  const wanted = [...inputs, config ?? '', compress ? '' : 'uncompressed'].join(' ').trimEnd();
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
    writeFileSync(join(draft, BUILD_MARK), wanted);
    rmSync(outDir, { recursive: true, force: true });
    renameSync(draft, outDir);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
