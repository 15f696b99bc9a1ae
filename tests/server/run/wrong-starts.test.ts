import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, inject, test } from 'vitest';
import { temporaryFolder } from '../../harness/temporary.ts';

const fileOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const START = fileOf('tools/dev/start.ts');
const SERVER = fileOf('server/main.ts');

async function run(script: string, env: Record<string, string>): Promise<{ code: number; lines: readonly string[] }> {
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, lines: `${out}${err}`.trimEnd().split('\n') };
}

const data = () => join(temporaryFolder('wrong-start'), 'data');

test.each<readonly [string, Record<string, string>, RegExp]>([
  ['a misspelt setting', { DATABSE_URL: 'postgres://h/d' }, /^gemcall: .* DATABASE_URL is meant$/],
  ['an address of another machine', { HOST: '192.0.2.7' }, /^gemcall: HOST: 192\.0\.2\.7 is no address/],
  ['a list of proxies without addresses', { TRUST_PROXY: 'all', DEMO: 'on' }, /^gemcall: .* TRUST_PROXY: must be/],
])('npm start with %s prints one line and creates nothing', async (_what, env, line) => {
  const DATA_DIR = data();
  const { code, lines } = await run(START, { DATA_DIR, ...env });
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringMatching(line)]);
  expect(existsSync(DATA_DIR)).toBe(false);
});

test('npm start names an empty file of keys before the build', async () => {
  const DATA_DIR = data();
  mkdirSync(DATA_DIR);
  writeFileSync(join(DATA_DIR, 'payment-tickets.key'), '');
  const { code, lines } = await run(START, { DATA_DIR, PORT: '4655' });
  expect([code, lines]).toEqual([1, [expect.stringMatching(/^gemcall: .*payment-tickets\.key is empty: restore it/)]]);
});

test.each([
  ['a server process', SERVER, 'cannot start'],
  ['npm start', START, 'gemcall'],
])(
  '%s whose database refuses it prints one line without a stack and without the password, and creates nothing',
  async (_what, script, prefix) => {
    const url = new URL(inject('postgresUrl'));
    url.pathname = '/none';
    const DATA_DIR = data();
    const { code, lines } = await run(script, { DATA_DIR, DATABASE_URL: url.href, PORT: '4656', DEMO: 'off' });
    expect([code, lines]).toEqual([1, [expect.stringMatching(`^${prefix}: .* database "none" does not exist`)]]);
    expect(lines.join()).not.toContain(url.password);
    expect(existsSync(DATA_DIR)).toBe(false);
  },
);
