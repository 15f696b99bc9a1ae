import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../harness/temporary.ts';
import { buildImage, type Container, runContainer } from './image.ts';
import { bootMachine, type Machine } from './machine.ts';
import { createAuthority, SITE, STRIPE, visit } from './site.ts';

/**
 * The image of deploy/Containerfile, and deploy/compose.yml by hand: two server containers with the environment of that file and the
 * secrets of deploy/secrets.sh, and PostgreSQL, nginx, coturn and one ejabberd of Debian, in place of both XMPP nodes, on a machine whose
 * network they share.
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
const secretsFolder = temporaryFolder('secrets');
const made: { remove(): void }[] = [];
const running: Container[] = [];
let image: ReturnType<typeof buildImage>;
let root: string;
let machine: Machine;
let secrets: Readonly<Record<string, string>>;

beforeAll(async () => {
  image = buildImage();
  root = create();
  execFileSync(join(process.cwd(), 'deploy/secrets.sh'), [SITE, secretsFolder]);
  const lines = readFileSync(join(secretsFolder, 'compose.env'), 'utf8').trim().split('\n');
  secrets = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  machine = await bootMachine('site', {
    '/srv/authority': authority.folder,
    '/srv/deploy': join(process.cwd(), 'deploy'),
    '/srv/secrets': secretsFolder,
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
  machine.run(`curl --silent --fail --retry 300 --retry-all-errors --retry-delay 1 http://127.0.0.1:${port}/readyz`);

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

test('ejabberd, nginx and coturn of Debian start with the files of deploy/', async () => {
  await machine.run(`apt-get update
    apt-get install --yes --no-install-recommends coturn curl ejabberd nginx-light postgresql
    su postgres -c "psql -c \\"create role gemcall login password '${secrets['DATABASE_PASSWORD']}'\\"
      createdb --owner gemcall --encoding UTF8 --template template0 gemcall"
    echo '${NETWORK.proxied} server1 server2' >> /etc/hosts
    install -d /etc/gemcall/tls && cp /srv/authority/fullchain.pem /srv/authority/privkey.pem /etc/gemcall/tls/
    sed 's/server server2:4600/server server2:4601/' /srv/deploy/nginx.conf > /etc/nginx/nginx.conf
    systemctl restart nginx
    cp /srv/deploy/ejabberd.yml /etc/ejabberd/
    cp -r /srv/secrets/private/engine /var/lib/ejabberd/
    sed -i 's#/home/ejabberd/database/#/var/lib/ejabberd/#' /var/lib/ejabberd/engine/node.yml
    chown -R ejabberd: /var/lib/ejabberd/engine
    systemctl restart ejabberd`);
  const relay = `-c /srv/deploy/turnserver.conf --static-auth-secret=${secrets['TURN_SECRET']} --realm=${SITE}`;
  await expect(machine.run(`/srv/deploy/relay.sh ${relay}`)).rejects.toThrow('needs coturn 4.9.0 or newer');
  // In spite of its version, as this machine has no other network.
  await machine.run(`systemctl disable --now coturn && systemd-run --unit relay turnserver ${relay}`);
});

test('two containers serve messages, relays and purchases by the name behind nginx, and one of them goes on alone', async () => {
  const node = statSync(join(root, 'var/lib/gemcall'));
  chmodSync(volume, 0o700);
  chownSync(volume, node.uid, node.gid);
  const stripe = {
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: STRIPE.key,
    STRIPE_WEBHOOK_SECRET: STRIPE.secret,
    STRIPE_API_URL: `http://127.0.0.1:${STRIPE.port}`,
  };
  const first = start({ ...environmentOf('server1'), ...stripe });
  start({ ...environmentOf('server2'), ...stripe, PORT: '4601', METRICS_PORT: '4681' });
  for (const port of [4_600, 4_601]) await ready(port);
  // A new product sells nothing before the operator adds a pack and its price.
  for (const act of ['pack add g300 300 0 1', 'price g300 USD 2.89']) {
    const command = ['node', 'tools/operator/operator.ts', ...act.split(' '), '--reason', 'opening', '--yes'];
    await start({ ...environmentOf('server1'), ...stripe }, command).ended;
  }
  const see = (words: string, buys = false) => visit(machine, authority.certificate, { guests: GUESTS, words, buys });
  // The relay gives an address, and refuses a peer in its own network.
  const both = see('to both', true);
  expect(both).toMatchObject({ texts: ['to both'], relay: [0, 403] });
  expect(both.gems).toBeGreaterThanOrEqual(300);
  await first.stop();
  expect(see('to the other', true)).toMatchObject({ texts: ['to both', 'to the other'], relay: [0, 403] });
});
