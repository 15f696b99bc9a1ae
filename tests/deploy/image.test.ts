import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../harness/temporary.ts';
import { buildImage, type Container, runContainer } from './image.ts';
import { bootMachine, type Machine } from './machine.ts';
import { createAuthority, SITE, visit } from './site.ts';

/**
 * The image of deploy/Containerfile, and deploy/compose.yml by hand: two server containers with the environment of that file and the
 * secrets of deploy/secrets.sh, PostgreSQL and nginx of Debian on a machine whose network they share, and one Prosody of the image in place
 * of both XMPP nodes.
 */
const NETWORK = { inside: '127.0.0.1', proxied: '10.0.2.100' };
const GUESTS = [randomBytes(16).toString('base64url'), randomBytes(16).toString('base64url')] as const;
const compose = v.object({
  services: v.record(v.string(), v.looseObject({ environment: v.optional(v.record(v.string(), v.string())) })),
});
const lock: { readonly packages: Readonly<Record<string, { readonly dev?: boolean }>> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
);

const authority = createAuthority();
const volume = temporaryFolder('volume');
const made: { remove(): void }[] = [];
const running: Container[] = [];
let image: ReturnType<typeof buildImage>;
let root: string;
let machine: Machine;
let secrets: Readonly<Record<string, string>>;

beforeAll(async () => {
  image = buildImage();
  root = create();
  const folder = temporaryFolder('secrets');
  execFileSync(join(process.cwd(), 'deploy/secrets.sh'), [SITE, folder]);
  const lines = readFileSync(join(folder, 'compose.env'), 'utf8').trim().split('\n');
  secrets = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  machine = await bootMachine('site', {
    '/srv/authority': authority.folder,
    '/srv/deploy': join(process.cwd(), 'deploy'),
  });
});
afterAll(async () => {
  for (const container of running) await container.stop();
  for (const container of made) container.remove();
  await machine?.stop();
});

function create(): string {
  const container = image.create();
  made.push(container);
  return container.root;
}

/** The environment of a service of deploy/compose.yml. */
function environmentOf(service: string): Readonly<Record<string, string>> {
  const { services } = v.parse(compose, parse(readFileSync('deploy/compose.yml', 'utf8'), { merge: true }));
  const entries = Object.entries(services[service]?.environment ?? {}).map(([name, value]) => [
    name,
    value.replaceAll(/\$\{(\w+):[^}]*\}/g, (_, secret: string) => secrets[secret] ?? ''),
  ]);
  return Object.fromEntries(entries);
}

/** Starts a container on the files of a new one, with the shared volume and the names of the other containers. */
function start(env: Readonly<Record<string, string>>, command?: readonly string[]): Container {
  const files = create();
  const names = 'localhost database engine1 engine2 server1 server2';
  writeFileSync(join(files, 'etc/hosts'), `${NETWORK.inside} ${names}\n`);
  const binds = { '/var/lib/gemcall': volume };
  const container = runContainer({ image, root: files, machine, binds, env, ...(command ? { command } : {}) });
  running.push(container);
  return container;
}

const ready = (port: number) =>
  machine.run(`curl --silent --fail --retry 120 --retry-all-errors --retry-delay 1 http://127.0.0.1:${port}/readyz`);

test('the image has no development or demo packages, no git, and a user other than root', () => {
  expect(image.config.User).toBe('node');
  const app = join(root, image.config.WorkingDir);
  const removed = Object.entries(lock.packages).flatMap(([path, { dev }]) => (dev === true ? path : []));
  expect(removed.length).toBeGreaterThan(100);
  expect(removed.filter((path) => existsSync(join(app, path)))).toEqual([]);
  for (const absent of ['demo', '.git', '.data', 'deploy/compose.env'])
    expect(existsSync(join(app, absent)), absent).toBe(false);
  expect(existsSync(join(app, 'dist/index.html'))).toBe(true);
  expect(statSync(app).uid).toBe(0);
  const kilobytes = Number.parseInt(
    execFileSync('du', ['--summarize', '--one-file-system', root], { encoding: 'utf8' }),
    10,
  );
  const own = Number.parseInt(execFileSync('du', ['--summarize', '--one-file-system', app], { encoding: 'utf8' }), 10);
  console.log(`image: ${Math.round(kilobytes / 1_024)} MB, of which the product ${Math.round(own / 1_024)} MB`);
});

test('two containers serve the product by its name behind nginx, and one of them goes on alone', async () => {
  const password = secrets['DATABASE_PASSWORD'] ?? '';
  await machine.run(`apt-get update && apt-get install --yes --no-install-recommends curl nginx-light postgresql
    su postgres -c "psql -c \\"create role gemcall login password '${password}'\\"
      createdb --owner gemcall --encoding UTF8 --template template0 gemcall"
    echo '${NETWORK.proxied} server1 server2' >> /etc/hosts
    install -d /etc/gemcall/tls && cp /srv/authority/fullchain.pem /srv/authority/privkey.pem /etc/gemcall/tls/
    sed 's/server server2:4600/server server2:4601/' /srv/deploy/nginx.conf > /etc/nginx/nginx.conf
    systemctl restart nginx`);
  const node = statSync(join(root, 'var/lib/gemcall'));
  chmodSync(volume, 0o700);
  mkdirSync(join(volume, 'engine'));
  for (const folder of [volume, join(volume, 'engine')]) chownSync(folder, node.uid, node.gid);
  const [one, two] = [environmentOf('server1'), environmentOf('server2')];
  const engine = {
    XMPP_DOMAIN: SITE,
    XMPP_NODES: `${one['NODE_ID']},${two['NODE_ID']}`,
    XMPP_DATA: '/var/lib/gemcall/engine',
    XMPP_MODULES: '/opt/gemcall/server/platform/prosody/modules',
    XMPP_PASS_KEY: secrets['XMPP_PASS_KEY'] ?? '',
    XMPP_COMPONENT_SECRET: secrets['XMPP_COMPONENT_SECRET'] ?? '',
  };
  start(engine, ['prosody', '-F', '--config', '/opt/gemcall/deploy/prosody.cfg.lua']);
  const first = start(one);
  start({ ...two, PORT: '4601', METRICS_PORT: '4681' });
  for (const port of [4_600, 4_601]) await ready(port);
  expect(visit(machine, authority.certificate, GUESTS, 'to both').texts).toEqual(['to both']);
  await first.stop();
  expect(visit(machine, authority.certificate, GUESTS, 'to the other').texts).toEqual(['to both', 'to the other']);
});
