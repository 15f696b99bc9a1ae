import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Plugin, type Rolldown } from 'vite';
import { temporaryFolder } from '../../harness/temporary.ts';

const LEVEL = 9;
const SHOWN = 15;
const KB = 1_000;
/** Everything that these import is loaded before the first conversation is drawn. */
const FIRST_ROUTE = [
  'src/main.ts',
  'src/open-app.tsx',
  'src/app/start.tsx',
  'src/app/shell.tsx',
  'src/pages/chat/messages.tsx',
  'src/i18n/bundles/en.ts',
];
const CORE = ['worker/shared.ts'];

const gzip = (code: string) => gzipSync(code, { level: LEVEL }).byteLength;
const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Builds the app a second time, in memory, and returns all scripts with their modules. */
async function chunksOf(): Promise<readonly Rolldown.OutputChunk[]> {
  const chunks: Rolldown.OutputChunk[] = [];
  const collect = (): Plugin => ({
    name: 'collect',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') chunks.push(file);
    },
  });
  await build({
    mode: 'test',
    logLevel: 'silent',
    build: { write: false, outDir: temporaryFolder('breakdown') },
    plugins: [collect()],
    worker: { format: 'es', plugins: () => [collect()] },
  });
  return chunks;
}

/** The heaviest modules loaded before these files run. A script's compressed size is divided by the sizes of its modules. */
function heaviest(chunks: readonly Rolldown.OutputChunk[], files: readonly string[]): string {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const waiting = chunks.filter(({ modules }) => files.some((file) => `${root}${file}` in modules));
  const loaded = new Set<Rolldown.OutputChunk>();
  for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
    if (loaded.has(chunk)) continue;
    loaded.add(chunk);
    waiting.push(...chunk.imports.flatMap((name) => byFile.get(name) ?? []));
  }
  const shares = [...loaded].flatMap(({ code, modules }) => {
    const weights = Object.entries(modules).map(([id, module]) => ({ id, bytes: gzip(module.code ?? '') }));
    const all = weights.reduce((sum, { bytes }) => sum + bytes, 0);
    return weights.map(({ id, bytes }) => ({ id, bytes: (gzip(code) * bytes) / all }));
  });
  const lines = shares
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, SHOWN)
    .map(({ id, bytes }) => `  ${(bytes / KB).toFixed(1).padStart(5)} kB  ${id.replace(root, '').replace('\0', '')}`);
  const all = [...loaded].reduce((sum, { code }) => sum + gzip(code), 0);
  return [`${(all / KB).toFixed(1)} kB in ${loaded.size} files, most of it:`, ...lines].join('\n');
}

/** The heaviest modules of the first route for a signed-in user, and of the core's worker. */
export async function breakdown(): Promise<string> {
  const chunks = await chunksOf();
  return `first route: ${heaviest(chunks, FIRST_ROUTE)}\ncore: ${heaviest(chunks, CORE)}`;
}
