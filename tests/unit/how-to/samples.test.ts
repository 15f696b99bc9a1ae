import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { removeFolder, temporaryFolder } from '../../harness/temporary.ts';
import { applied, filesOf, SAMPLES, type Sample } from './samples.ts';

const ROOT = join(import.meta.dirname, '../../..');
const ROOMS = ['contract', 'worker', 'src', 'server', 'demo', 'tools', 'package.json'];
/** The folders that contain samples; `src` covers contract and worker. */
const CHECKED = ['src', 'server'];
const FILES_MAX = 3;
const CODE = /\.(ts|tsx|json)$/;
const TYPES_MS = 120_000;

const textIn = (root: string) => (file: string) =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined;

describe.each(SAMPLES)('adding a $what', (sample) => {
  test('a sample changes at most three files', () => {
    expect(applied(sample, textIn(ROOT)).size).toBe(filesOf(sample).length);
    expect(filesOf(sample).length).toBeLessThanOrEqual(FILES_MAX);
  });

  test('the README of the folder names the number of files of a sample', () => {
    expect(sample.says.exec(textIn(ROOT)(sample.readme) ?? '')?.[1]).toBe(String(filesOf(sample).length));
  });
});

test('every sample compiles in a copy of the tree, and every wrong sample fails to compile', {
  timeout: TYPES_MS,
}, async () => {
  const copy = temporaryFolder('how-to');
  try {
    for (const room of ROOMS) cpSync(join(ROOT, room), join(copy, room), { recursive: true, filter: isCode });
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    for (const sample of SAMPLES) add(sample, copy);
    for (const room of CHECKED) writeFileSync(join(copy, room, 'mistake.ts'), "export const one: 1 = 'one';\n");
    const complaints = await Promise.all(CHECKED.map((room) => complaintsIn(room, copy)));
    expect(complaints.map((text) => text.trim().split('\n'))).toEqual(
      CHECKED.map((room) => [expect.stringContaining(`${room}/mistake.ts`)]),
    );
  } finally {
    removeFolder(copy);
  }
});

const isCode = (path: string) => CODE.test(path) || !/\.[a-z0-9]+$/.test(path);

function add(sample: Sample, root: string): void {
  const { copied } = sample;
  if (copied) {
    cpSync(join(root, copied.from), join(root, copied.to), { recursive: true });
    const config = join(root, copied.to, 'config.ts');
    if (copied.replace) writeFileSync(config, readFileSync(config, 'utf8').replace(...copied.replace));
  }
  for (const [file, text] of applied(sample, textIn(root))) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
}

/** The compiler output, one line per error. */
async function complaintsIn(room: string, root: string): Promise<string> {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const flags =
    '--checkers 1 --noEmit --composite false --incremental false --emitDeclarationOnly false --pretty false'.split(' ');
  return promisify(execFile)(process.execPath, [compiler, '-p', room, ...flags], { cwd: root }).then(
    () => '',
    (error: { readonly stdout?: string }) => error.stdout || String(error),
  );
}
