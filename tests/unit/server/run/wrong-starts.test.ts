import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readConfig, SETTINGS } from '../../../../server/config.ts';
import { openTickets } from '../../../../server/domains/payments/order/tickets.ts';
import { makePushKeys, pushKeysFile } from '../../../../server/domains/push/keys.ts';
import { refuseUnknownHosts } from '../../../../server/platform/http/hosts.ts';
import {
  checkPort,
  listenOn,
  type PortSetting,
  pageHostOf,
  urlHostOf,
} from '../../../../server/platform/http/listen.ts';
import { answerProxyFaults, createProxyReport } from '../../../../server/platform/http/proxy-faults.ts';
import { RequestRefused } from '../../../../server/platform/http/replies.ts';
import { ensureDataDir } from '../../../../server/platform/process/data-dir.ts';
import { describeStartFailure, StartError } from '../../../../server/platform/process/start-error.ts';
import { passKeyOf } from '../../../../server/platform/realtime/pass.ts';
import { readSettings } from '../../../../tools/dev/backend.ts';
import { gatewayKeys } from '../../../../tools/dev/gateway-process.ts';
import { storedPassword } from '../../../../tools/dev/postgres.ts';
import { migrationReader } from '../../../../tools/dev/server-process.ts';
import { addressOf } from '../../../../tools/stop.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';

afterEach(() => vi.unstubAllEnvs());

const DATABASE = { DATABASE_URL: 'postgres://h/d' };
/** One line, without a stack. */
const messageOf = (start: () => unknown): string => {
  try {
    start();
  } catch (error) {
    expect(error).toBeInstanceOf(StartError);
    const line = describeStartFailure(error);
    expect(line).not.toContain('\n');
    return line;
  }
  throw new Error('it started');
};

describe('the configuration of a server', () => {
  test.each([
    ['postgres://h/d?sslmode=require', 'postgres://h/d?sslmode=verify-full'],
    ['postgres://h/d?a=b&sslmode=prefer&c=d', 'postgres://h/d?a=b&sslmode=verify-full&c=d'],
    ['postgres://h/d?sslmode=no-verify', 'postgres://h/d?sslmode=no-verify'],
    ['postgres://h/d?uselibpqcompat=true&sslmode=require', 'postgres://h/d?uselibpqcompat=true&sslmode=require'],
  ])('the certificate of %s is verified by the words that pg accepts without a warning', (given, used) => {
    expect(readConfig({ DATABASE_URL: given }).databaseUrl).toBe(used);
  });

  test.each<readonly [Record<string, string>, string]>([
    [{ DATABSE_URL: 'postgres://h/d' }, 'DATABSE_URL: is no setting, DATABASE_URL is meant; DATABASE_URL: is required'],
    [{ ...DATABASE, DATABASE_URI: 'x' }, 'DATABASE_URI: is no setting, DATABASE_URL is meant'],
    [{ ...DATABASE, database_url: 'x' }, 'database_url: is no setting, DATABASE_URL is meant'],
    [{ ...DATABASE, DATABASEURL: 'x' }, 'DATABASEURL: is no setting, DATABASE_URL is meant'],
    [{ ...DATABASE, 'DATABASE-URL': 'x' }, 'DATABASE-URL: is no setting, DATABASE_URL is meant'],
    [{ ...DATABASE, DATADIR: '/x' }, 'DATADIR: is no setting, DATA_DIR is meant'],
    [{ ...DATABASE, DATA_DIRS: '/x' }, 'DATA_DIRS: is no setting, DATA_DIR is meant'],
    [{ ...DATABASE, DMEO: 'off' }, 'DMEO: is no setting, DEMO is meant'],
    [{ ...DATABASE, HOSTT: '::1' }, 'HOSTT: is no setting, HOST is meant'],
    [{ ...DATABASE, ALLOWED_HOST: 'a.example' }, 'ALLOWED_HOST: is no setting, ALLOWED_HOSTS is meant'],
    [{ ...DATABASE, TRUST_PROXIES: 'loopback' }, 'TRUST_PROXIES: is no setting, TRUST_PROXY is meant'],
    [{ ...DATABASE, STRIPE_SECRETKEY: 'x' }, 'STRIPE_SECRETKEY: is no setting, STRIPE_SECRET_KEY is meant'],
    [{ ...DATABASE, PAYMENT: 'stripe' }, 'PAYMENT: is no setting, PAYMENTS is meant'],
    [{ ...DATABASE, BRNAD: 'velora' }, 'BRNAD'],
    [{}, 'DATABASE_URL: is required: postgres://'],
    [{ DATABASE_URL: 'postgres://h/d?sslmode=encrypt' }, 'DATABASE_URL: sslmode must be disable, no-verify, prefer'],
    [{ ...DATABASE, XMPP_COMPONENT: 'h:5347' }, 'XMPP_COMPONENT and XMPP_COMPONENT_SECRET need XMPP_URL'],
    [{ ...DATABASE, STRIPE_SECRET_KEY: 'sk_live_1' }, 'STRIPE_SECRET_KEY needs PAYMENTS=stripe'],
    [
      { ...DATABASE, PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'pk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
      'STRIPE_SECRET_KEY must be a secret or restricted key',
    ],
    [{ DATABASE_URL: '' }, 'DATABASE_URL: is required: postgres://'],
    [{ DATABASE_URL: 'mysql://h/d' }, 'DATABASE_URL: must be postgres://'],
    [{ DATABASE_URL: 'postgres://user:pa#ss@h:1/d' }, 'DATABASE_URL: must be postgres://'],
    [{ ...DATABASE, DATABASE_POOLER: 'h:6432' }, 'DATABASE_POOLER: must be postgres://'],
    [{ ...DATABASE, PORT: 'many' }, 'PORT: must be a port number'],
    [{ ...DATABASE, PORT: '70000' }, 'PORT: must be at most 65535'],
    [{ ...DATABASE, PORT: '4600', METRICS_PORT: '4600' }, 'METRICS_PORT: 4600 is the port of PORT'],
    [{ ...DATABASE, METRICS_PORT: '9', OPERATOR_PORT: '9' }, 'OPERATOR_PORT: 9 is the port of METRICS_PORT'],
    [{ ...DATABASE, DEMO: 'on', METRICS_PORT: '4601' }, 'GATEWAY_PORT: 4601 is the port of METRICS_PORT'],
    [{ ...DATABASE, HOST: 'http://gem.example' }, 'HOST: must be an address'],
    [{ ...DATABASE, HOST: 'gem.example:4600' }, 'HOST: must be an address'],
    [{ ...DATABASE, HOST: '*' }, 'HOST: must be an address'],
    [{ ...DATABASE, HOST: '' }, 'HOST: must be an address'],
    [{ ...DATABASE, HOST: '256.1.1.1' }, 'HOST: must be an address'],
    [{ ...DATABASE, HOST: '[::1]:4600' }, 'HOST: must be an address'],
    [{ ...DATABASE, METRICS_HOST: 'a b' }, 'METRICS_HOST: must be an address'],
    [{ ...DATABASE, OPERATOR_HOST: '1.2.3' }, 'OPERATOR_HOST: must be an address'],
    [{ ...DATABASE, TRUST_PROXY: 'true' }, 'TRUST_PROXY: must be addresses'],
    [{ ...DATABASE, TRUST_PROXY: '*' }, 'TRUST_PROXY: must be addresses'],
    [{ ...DATABASE, TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY: must be addresses'],
    [{ ...DATABASE, TRUST_PROXY: 'fd00::/129' }, 'TRUST_PROXY: must be addresses'],
    [{ ...DATABASE, TRUST_PROXY: 'loopback, nginx' }, 'TRUST_PROXY: must be addresses'],
    [{ ...DATABASE, ALLOWED_HOSTS: 'https://gem.example' }, 'ALLOWED_HOSTS: must be host names'],
    [{ ...DATABASE, ALLOWED_HOSTS: 'gem.example:443' }, 'ALLOWED_HOSTS: must be host names'],
    [{ ...DATABASE, ALLOWED_HOSTS: '*.gem.example' }, 'ALLOWED_HOSTS: must be host names'],
    [{ ...DATABASE, ALLOWED_HOSTS: 'gem.example/app' }, 'ALLOWED_HOSTS: must be host names'],
    [{ ...DATABASE, ALLOWED_ORIGINS: 'gem.example' }, 'ALLOWED_ORIGINS: must be origins'],
    [{ ...DATABASE, ALLOWED_ORIGINS: 'https://gem.example/' }, 'ALLOWED_ORIGINS: must be origins'],
    [{ ...DATABASE, XMPP_DOMAIN: 'Gem Example' }, 'XMPP_DOMAIN: must be a domain name'],
    [{ ...DATABASE, XMPP_PASS_KEY: 'short' }, 'XMPP_PASS_KEY: must have 32 to 256 characters'],
    [{ ...DATABASE, ROLE: 'worker' }, 'ROLE: must be all, edge or jobs'],
    [{ ...DATABASE, DEMO: 'yes' }, 'DEMO: must be on or off'],
    [{ ...DATABASE, PAYMENTS: 'stripe' }, 'PAYMENTS=stripe needs STRIPE_SECRET_KEY'],
    [
      { ...DATABASE, STRIPE_API_URL: 'https://stripe.test', STRIPE_SECRET_KEY: 'sk_live_1' },
      'STRIPE_API_URL needs a test key',
    ],
    [{ ...DATABASE, STRIPE_API_URL: 'http://stripe.test' }, 'STRIPE_API_URL: must be origins'],
    [{ ...DATABASE, TURN_URL: 'turn:relay.example' }, 'TURN_URL needs TURN_SECRET'],
    [{ ...DATABASE, COUNTRY_HEADER: 'CF-IPCountry' }, 'COUNTRY_HEADER needs TRUST_PROXY'],
  ])('%j is refused', (env, line) => {
    const message = messageOf(() => readConfig(env));
    expect(message).toMatch(/^Bad configuration\. /);
    expect(message).toContain(line);
  });

  test('a misspelt brand is refused too', () => {
    expect(messageOf(() => readConfig({ ...DATABASE, BRAN: 'velora' }))).toContain('BRAND is meant');
  });

  test('variables of other software and of this machine are no settings', () => {
    const foreign = `
      NODE NODE_ENV NODE_IP NODE_NAME NODE_OPTIONS NODE_PATH NODE_VERSION NODE_EXTRA_CA_CERTS NODE_APP_INSTANCE INIT_CWD COLOR EDITOR
      npm_config_host YARN_VERSION PM2_HOME PATH HOME HOST_IP HOSTNAME HOSTTYPE USER LOGNAME SHELL SHLVL TERM LANG LC_ALL PWD OLDPWD MAIL
      TZ DISPLAY PORTAL CI DEBUG GITHUB_TOKEN DOCKER_HOST POD_NAME KUBERNETES_PORT KUBERNETES_SERVICE_HOST
      DATABASE_PORT DATABASE_SERVICE_HOST DATABASE_USER DATABASE_NAME GATEWAY GATEWAY_SERVICE_PORT XMPP_PORT XMPP_SERVICE_HOST TURN_PORT
      REDIS_URL APP_URL API_URL BASE_URL PUBLIC_URL POSTGRES_URL PGHOST AWS_ROLE_ARN JOURNAL_STREAM LISTEN_FDS NOTIFY_SOCKET
      STATE_DIRECTORY LOGS_DIRECTORY HTTP_PROXY NO_PROXY TMPDIR
    `
      .trim()
      .split(/\s+/);
    const env = Object.fromEntries(foreign.map((name) => [name, 'x']));
    expect(readConfig({ ...DATABASE, ...env }).port).toBe(4600);
    const settings = [...SETTINGS].filter((name) => name !== 'DATABASE_URL');
    expect(() =>
      readConfig({ ...DATABASE, ...Object.fromEntries(settings.map((name) => [name, undefined])) }),
    ).not.toThrow();
  });

  test.each([
    ['::1', '::1', '[::1]', 'http://[::1]:4600'],
    ['[::1]', '::1', '[::1]', 'http://[::1]:4600'],
    ['::', '::', '[::1]', 'http://localhost:4600'],
    ['0.0.0.0', '0.0.0.0', '127.0.0.1', 'http://localhost:4600'],
    ['localhost', 'localhost', '127.0.0.1', 'http://localhost:4600'],
    ['192.168.0.7', '192.168.0.7', '192.168.0.7', 'http://192.168.0.7:4600'],
    ['Gem.example', 'Gem.example', 'Gem.example', 'http://Gem.example:4600'],
  ])('HOST=%s is accepted, and programs on this machine know its URL', (HOST, host, reached, page) => {
    const config = readConfig({ ...DATABASE, HOST, TRUST_PROXY: 'loopback,10.0.0.0/8,fd00::/8,::1' });
    expect([config.host, urlHostOf(config.host), addressOf(config)]).toEqual([host, reached, page]);
  });
});

describe('npm start', () => {
  const settings = (env: Record<string, string>) => {
    for (const name of [...SETTINGS, 'NODE_ENV']) vi.stubEnv(name, undefined);
    for (const [name, value] of Object.entries({ DATA_DIR: temporaryFolder('start'), ...env })) vi.stubEnv(name, value);
    return readSettings();
  };

  test('a start without settings is a demo', () => {
    expect(settings({})).toMatchObject({ demo: true, ownDatabase: true });
  });

  test.each([
    { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec' },
    { TRUST_PROXY: 'loopback' },
    { NODE_ENV: 'production' },
    { ROLE: 'edge' },
    { OPERATOR_PORT: '4700' },
    { METRICS_PORT: '4700' },
    { ALLOWED_HOSTS: 'gem.example' },
    { XMPP_DOMAIN: 'gem.example' },
    { DATABASE_POOLER: 'postgres://h:6432/d' },
    { PUSH_CONTACT: 'mailto:team@gem.example' },
    { DATABASE_URL: '', MEDIA_URL: 's3://key:secret@host:9000/bucket' },
  ])('%j without a database is refused, and starts when DEMO is chosen', (env) => {
    expect(messageOf(() => settings(env))).toMatch(
      /DATABASE_URL: is required with [A-Z_]+(=\w+)?; DEMO=on starts a demo/,
    );
    expect(settings({ ...env, DEMO: 'on' }).ownDatabase).toBe(true);
  });

  test('a misspelt DATABASE_URL is named before anything is created', () => {
    const DATA_DIR = join(temporaryFolder('start'), 'data');
    const url = { DATABSE_URL: 'postgres://h/d' };
    expect(messageOf(() => settings({ ...url, DATA_DIR, TRUST_PROXY: 'loopback' }))).toContain('DATABASE_URL is meant');
    vi.stubEnv('DATABSE_URL', undefined);
    expect(() => readdirSync(DATA_DIR)).toThrow();
  });

  test('an address of another machine is refused before the build', async () => {
    const refused = (setting: PortSetting) => expect(checkPort('192.0.2.1', 0, setting)).rejects;
    await refused('PORT').toThrow('HOST: 192.0.2.1 is no address of this machine');
    await refused('METRICS_PORT').toThrow('METRICS_HOST: 192.0.2.1 is no address of this machine');
    await checkPort('127.0.0.1', 0, 'PORT');
  });
});

describe('a file of keys', () => {
  const files: readonly (readonly [string, (dataDir: string) => unknown])[] = [
    ['payment-tickets.key', openTickets],
    ['xmpp-pass.key', (dataDir) => passKeyOf(dataDir)],
    ['push-keys.json', (dataDir) => makePushKeys(pushKeysFile(dataDir), 0)],
    ['gateway-demo.json', gatewayKeys],
    ['secrets.json', (dataDir) => storedPassword(join(dataDir, 'secrets.json'))],
  ];

  test.each(files)('%s is created complete, and refused when it is empty, damaged or no file', (name, open) => {
    const dataDir = temporaryFolder('keys');
    const file = join(dataDir, name);
    open(dataDir);
    expect(readdirSync(dataDir)).toEqual([name]);
    const content = readFileSync(file);
    open(dataDir);
    expect(readFileSync(file)).toEqual(content);
    writeFileSync(file, '');
    expect(messageOf(() => open(dataDir))).toContain(`${file} is empty: restore it from a backup`);
    expect(readFileSync(file, 'utf8')).toBe('');
    writeFileSync(file, content.subarray(0, content.length / 2));
    expect(messageOf(() => open(dataDir))).toContain(`${file} is damaged: restore it from a backup`);
    const other = temporaryFolder('keys');
    mkdirSync(join(other, name));
    expect(messageOf(() => open(other))).toContain('cannot be read (EISDIR)');
  });

  test('a lost password of an existing database is refused', () => {
    const dataDir = temporaryFolder('keys');
    mkdirSync(join(dataDir, 'postgres'));
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '18');
    const file = join(dataDir, 'secrets.json');
    expect(messageOf(() => storedPassword(file))).toContain(`${file} is missing`);
    expect(() => readFileSync(file)).toThrow();
  });
});

const readSettingsIn = (dataDir: string) => {
  vi.stubEnv('DATA_DIR', dataDir);
  return readSettings();
};

describe('a data folder', () => {
  test('a data folder that is a file, or below one, is refused', () => {
    const file = join(temporaryFolder('data'), 'file');
    writeFileSync(file, '');
    for (const dataDir of [file, join(file, 'below')]) {
      expect(messageOf(() => readSettingsIn(dataDir))).toMatch(/^DATA_DIR: /);
      expect(messageOf(() => ensureDataDir(dataDir))).toMatch(
        /^DATA_DIR: .* is (a file, not a folder|below a file); set DATA_DIR/,
      );
    }
  });
});

describe('the last line of a start that failed', () => {
  const databaseError = (fields: object) => Object.assign(new Error('relation "x" does not exist'), fields);
  const drizzleError = (cause: Error) => new Error('Failed query: select $1 params: secret', { cause });

  test.each([
    [drizzleError(databaseError({ code: '42P01' })), 'relation "x" does not exist (42P01)'],
    [drizzleError(databaseError({ code: '23505', constraint: 'one' })), 'relation "x" does not exist (23505, one)'],
    [
      drizzleError(Object.assign(new Error('invalid input syntax for type integer: "secret"'), { code: '22P02' })),
      'a query with an invalid value (22P02)',
    ],
    [
      new AggregateError([Object.assign(new Error('connect ECONNREFUSED ::1:1'), { code: 'ECONNREFUSED' })]),
      'connect ECONNREFUSED ::1:1',
    ],
    [Object.assign(new Error(''), { code: 'EPIPE' }), 'Error (EPIPE)'],
    [new Error('two\nlines'), 'two lines'],
    ['text', 'text'],
  ])('%s is told by its innermost cause, without parameters', (error, line) => {
    expect(describeStartFailure(error)).toBe(line);
  });

  test('a taken port is named with its setting', async () => {
    const [one, two] = [fastify(), fastify()];
    const { port } = await listenOn(one, { host: '127.0.0.1', port: 0 });
    await expect(listenOn(two, { host: '127.0.0.1', port })).rejects.toThrow(`PORT: ${port} is taken on 127.0.0.1`);
    await expect(listenOn(fastify(), { host: '192.0.2.1', port: 0 })).rejects.toThrow('HOST: 192.0.2.1 is no address');
    await one.close();
  });

  test('the events of a migration are read from the log of a start as they come', () => {
    const file = join(temporaryFolder('log'), 'server.log');
    writeFileSync(file, '{"msg":"migrating the database","migration":"of the last start"}\n');
    const reader = migrationReader(file);
    expect(reader.next()).toEqual([]);
    writeFileSync(file, '{"level":30,"time":"now","migration":"0003","msg":"migrating the database"}\n{"msg":"oth', {
      flag: 'a',
    });
    expect(reader.next()).toEqual(['migrating the database {"migration":"0003"}']);
    writeFileSync(file, 'er"}\n', { flag: 'a' });
    expect(reader.next()).toEqual([]);
  });
});

describe('a proxy that changes requests', () => {
  const start = () => {
    const app = fastify();
    const lines: object[] = [];
    const log = { info: () => undefined, warn: (fields: object) => void lines.push(fields) };
    let now = 0;
    const report = createProxyReport(log, { now: () => now });
    refuseUnknownHosts(app, ['gem.example'], report);
    answerProxyFaults(app, report);
    app.setErrorHandler((error, _request, reply) =>
      error instanceof RequestRefused ? reply.code(error.failure.status).send(error.failure) : reply.send(error),
    );
    return { app, lines, pass: (ms: number) => (now += ms) };
  };

  test('a request for a stream without Upgrade is answered with 426 and logged once a minute', async () => {
    const { app, lines, pass } = start();
    const ask = () => app.inject({ url: '/xmpp-websocket', headers: { host: 'gem.example' } });
    const { statusCode, body, headers } = await ask();
    expect([statusCode, headers['upgrade']]).toEqual([426, 'websocket']);
    expect(body).toContain('must forward the headers Upgrade and Connection');
    await ask();
    expect(lines).toEqual([{ came: '/xmpp-websocket' }]);
    pass(60_000);
    await ask();
    expect(lines).toHaveLength(2);
  });

  test('an unknown host name is refused with the setting that adds it, and logged', async () => {
    const { app, lines } = start();
    const { statusCode, body } = await app.inject({ url: '/', headers: { host: 'upstream_1:4600' } });
    expect([statusCode, body]).toEqual([421, expect.stringContaining('ALLOWED_HOSTS')]);
    expect(lines).toEqual([{ came: 'upstream_1:4600' }]);
  });

  test('a path before the paths of the app is refused with a reason, and an address of a page is not', async () => {
    const { app, lines } = start();
    const ask = (url: string, accept = '*/*') => app.inject({ url, headers: { host: 'gem.example', accept } });
    const { statusCode, body } = await ask('/app/api/config?x=1');
    expect([statusCode, body]).toEqual([404, expect.stringContaining('at the root of its host')]);
    expect((await ask('/app/xmpp-websocket')).body).toContain('at the root');
    expect((await ask('/elsewhere')).body).not.toContain('at the root');
    expect((await ask('/anchor/media/1', 'text/html')).body).not.toContain('at the root');
    expect(lines).toEqual([{ came: '/app' }]);
  });

  test('the host of a page stays a name on this machine', () => {
    expect([pageHostOf('localhost'), pageHostOf('::')]).toEqual(['localhost', '[::1]']);
  });
});
