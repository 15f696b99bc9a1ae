import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig, SETTINGS } from '../../../server/config.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (name: string) => readFileSync(join(ROOT, 'deploy', name), 'utf8');

const service = v.looseObject({
  environment: v.optional(v.record(v.string(), v.string()), {}),
  volumes: v.optional(v.array(v.string()), []),
});
const compose = v.object({
  services: v.record(v.string(), service),
  volumes: v.record(v.string(), v.unknown()),
});
const { services, volumes } = v.parse(compose, parse(read('compose.yml'), { merge: true }));
const servers = Object.entries(services).filter(([name]) => /^server\d$/.test(name));
/** The files that the script creates for a domain. */
const made = temporaryFolder('secrets');
const script = spawnSync(join(ROOT, 'deploy/secrets.sh'), ['gem.example', made], { encoding: 'utf8' });
const SECRETS = new Map(
  readFileSync(join(made, 'compose.env'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
);
const readMade = (name: string) => readFileSync(join(made, 'private/engine', name), 'utf8');

describe('the script for secrets', () => {
  test('the secrets script creates a different value for each secret and a certificate, and overwrites nothing', () => {
    expect(script).toMatchObject({ status: 0, stderr: '' });
    // The operator fills in the mail server.
    expect([...SECRETS.keys()].filter((name) => SECRETS.get(name) === '')).toEqual(['MAIL_URL']);
    expect(new Set(SECRETS.values()).size).toBe(SECRETS.size);
    expect(readFileSync(join(made, 'tls/fullchain.pem'), 'utf8')).toContain('BEGIN CERTIFICATE');
    const macros = [
      ...readFileSync(join(ROOT, 'deploy/ejabberd.yml'), 'utf8').matchAll(/[:[] ?([A-Z][A-Z0-9_]+)\]?$/gm),
    ];
    const node = v.parse(v.object({ define_macro: v.record(v.string(), v.unknown()) }), parse(readMade('node.yml')));
    expect(new Set(macros.map(([, name]) => name))).toEqual(new Set(Object.keys(node.define_macro)));
    expect(node.define_macro['COMPONENT_SECRET']).toBe(SECRETS.get('XMPP_COMPONENT_SECRET'));
    const { k } = v.parse(v.object({ k: v.string() }), JSON.parse(readMade('pass.jwk')));
    expect(Buffer.from(k, 'base64url').toString()).toBe(SECRETS.get('XMPP_PASS_KEY'));
    const again = spawnSync(join(ROOT, 'deploy/secrets.sh'), ['gem.example', made], { encoding: 'utf8' });
    expect(again.status).toBe(1);
    expect(again.stderr).toContain('there already');
  });
});

describe('the compose file', () => {
  test('the compose file runs two servers and two XMPP servers behind one proxy', () => {
    const names = ['server1', 'server2', 'engine1', 'engine2', 'database', 'relay', 'proxy'];
    expect(Object.keys(services)).toEqual(expect.arrayContaining(names));
    expect(servers).toHaveLength(2);
    expect(new Set(servers.map(([, { environment }]) => environment['NODE_ID'])).size).toBe(2);
  });

  test('the compose file gives servers only existing settings with valid values', () => {
    for (const [, { environment }] of servers) {
      expect(Object.keys(environment).filter((name) => !SETTINGS.has(name))).toEqual([]);
      const filled = Object.entries(environment).map(([name, value]) => [
        name,
        value.replaceAll(/\$\{(\w+):[^}]*\}/g, (_, secret: string) => SECRETS.get(secret) ?? ''),
      ]);
      expect(readConfig(Object.fromEntries(filled))).toMatchObject({ port: 4600, trustProxy: expect.any(Array) });
    }
  });

  test('the compose file uses exactly the secrets that the script creates', () => {
    const asked = [...read('compose.yml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name);
    expect([...new Set(asked)].toSorted()).toEqual([...SECRETS.keys()].toSorted());
  });

  test('the compose file mounts only existing volumes and files', () => {
    const sources = Object.values(services).flatMap((one) => one.volumes.map((line) => line.split(':')[0] ?? ''));
    const [files, named] = [sources.filter((at) => at.startsWith('.')), sources.filter((at) => !at.startsWith('.'))];
    expect(named.filter((name) => !(name in volumes))).toEqual([]);
    // Some of the files are created by the script.
    const has = (at: string) => existsSync(join(ROOT, 'deploy', at)) || existsSync(join(made, at));
    expect(files.filter((at) => !has(at))).toEqual([]);
  });
});

describe('the units of systemd', () => {
  test('systemd accepts the unit files', () => {
    const folder = temporaryFolder('units');
    mkdirSync(folder, { recursive: true });
    copyFileSync(join(ROOT, 'deploy/gemcall.target'), join(folder, 'gemcall.target'));
    // Points to the commands of this checkout, so that systemd finds them.
    writeFileSync(join(folder, 'gemcall@.service'), read('gemcall@.service').replaceAll('/opt/gemcall/', ROOT));
    const said = spawnSync('systemd-analyze', ['verify', '--man=no', join(folder, 'gemcall@4600.service')], {
      encoding: 'utf8',
      env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` },
    });
    if (said.error) {
      // On a machine without systemd, the units cannot be verified.
      expect(Reflect.get(said.error, 'code')).toBe('ENOENT');
      return;
    }
    expect(said.stderr.split('\n').filter((line) => line.includes('gemcall'))).toEqual([]);
    expect(said.status).toBe(0);
  });

  test('systemd and compose wait longer for the end of a process than it takes', () => {
    expect(Number(/TimeoutStopSec=(\d+)/.exec(read('gemcall@.service'))?.[1])).toBeGreaterThan(35);
    expect(Number(/stop_grace_period: (\d+)s/.exec(read('compose.yml'))?.[1])).toBeGreaterThan(35);
  });
});

test('every setting in the unit file and the image is a setting of the server', () => {
  const given = /^Environment=(.*)$/m.exec(read('gemcall@.service'))?.[1]?.split(' ') ?? [];
  const image = /^ENV (.*)$/m.exec(read('Containerfile'))?.[1]?.split(' ') ?? [];
  const names = [...given, ...image].map((pair) => pair.split('=')[0] ?? '').filter((name) => name !== 'NODE_ENV');
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !SETTINGS.has(name))).toEqual([]);
});
