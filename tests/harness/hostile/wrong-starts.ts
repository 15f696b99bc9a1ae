import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { emptyDatabase, freshDatabase } from '../postgres/postgres.ts';
import { temporaryFolder } from '../temporary.ts';

const fileOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const PROGRAMS = {
  server: { script: fileOf('server/main.ts'), prefix: 'cannot start: ' },
  'npm start': { script: fileOf('tools/dev/start.ts'), prefix: 'gemcall: ' },
} as const;
/** An account without rights on files of root, which may write everywhere. */
const ORDINARY_UID = 65_534;

/**
 * The surroundings of a wrong start: a database that a server could use, a port that is taken, and the data folder, which does not exist.
 */
export type Surroundings = {
  readonly databaseUrl: string;
  readonly postgresUrl: string;
  readonly takenPort: string;
  /** A port on which a program accepts connections and never answers. */
  readonly silentPort: string;
  readonly dataDir: string;
};

/** A start that must be refused, with the one line that names its cause and remedy. */
export type WrongStart = {
  readonly name: string;
  readonly program: keyof typeof PROGRAMS;
  readonly line: RegExp;
  /** Sets the scene and returns the environment. Variables are added to DATABASE_URL of a usable database and a free port. */
  readonly env: (
    around: Surroundings,
  ) => Record<string, string | undefined> | Promise<Record<string, string | undefined>>;
  /** Runs as an account without rights on the files of root. */
  readonly ordinary?: boolean;
};

/** The result of a wrong start. */
export type Refusal = {
  readonly code: number | null;
  readonly lines: readonly string[];
  readonly ms: number;
  readonly isUntouched: boolean;
};

/** Opens the ports of `Surroundings`; `close` frees them. */
export async function openTakenPorts() {
  const servers = [createServer(), createServer(() => undefined)];
  const ports = await Promise.all(
    servers.map(async (server) => {
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const address = server.address();
      return String(typeof address === 'object' && address !== null ? address.port : 0);
    }),
  );
  const [takenPort = '', silentPort = ''] = ports;
  return { takenPort, silentPort, close: () => servers.map((server) => server.close()) };
}

/** Runs a wrong start in a process, and compares the data folder before and after it. */
export async function runWrongStart(start: WrongStart, around: Omit<Surroundings, 'dataDir'>): Promise<Refusal> {
  const folder = temporaryFolder('wrong-start');
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'data');
  const { script, prefix } = PROGRAMS[start.program];
  const given = await start.env({ ...around, dataDir });
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', DATABASE_URL: around.databaseUrl, ...given };
  const before = contentOf(folder);
  const startedAt = performance.now();
  const child = spawn(process.execPath, [script], {
    env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(start.ordinary && { uid: ORDINARY_UID, gid: ORDINARY_UID }),
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  const lines = `${out}${err}`.trimEnd().split('\n');
  return {
    code,
    lines: lines.map((line) => (line.startsWith(prefix) ? line.slice(prefix.length) : line)),
    ms: performance.now() - startedAt,
    isUntouched: contentOf(folder) === before,
  };
}

/** Names, sizes and times of all files below a folder. */
const contentOf = (folder: string) =>
  JSON.stringify(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .toSorted()
      .map((name) => {
        const { size, mtimeMs } = statSync(join(folder, name));
        return [name, size, mtimeMs];
      }),
  );

const setting = (name: string, value: string, line: RegExp, program: WrongStart['program'] = 'server'): WrongStart => ({
  name: `${name}=${value}`,
  program,
  line,
  env: () => ({ [name]: value }),
});

/** Creates the data folder with a file. */
const withFile =
  (name: string, content: string) =>
  ({ dataDir }: Surroundings) => {
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, name), content);
    return {};
  };

const inDatabase = async (url: string, ...statements: readonly string[]) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
};

/** Creates a database with options of `create database`. */
async function databaseWith(postgresUrl: string, options: string): Promise<string> {
  const url = new URL(postgresUrl);
  const name = `test_${randomBytes(6).toString('hex')}`;
  await inDatabase(postgresUrl, `create database ${name} ${options}`);
  url.pathname = `/${name}`;
  return url.href;
}

const withUrl = (change: (url: URL, around: Surroundings) => void) => (around: Surroundings) => {
  const url = new URL(around.databaseUrl);
  change(url, around);
  return { DATABASE_URL: url.href };
};

/** Settings, alone or together, that are refused before anything is looked at. */
const SETTINGS: readonly WrongStart[] = [
  setting('DATABSE_URL', 'postgres://h/d', /DATABSE_URL: is no setting, DATABASE_URL is meant/),
  setting('ALLOWED_HOST', 'gem.example', /ALLOWED_HOST: is no setting, ALLOWED_HOSTS is meant/),
  setting('DATABASE_URL', '', /DATABASE_URL: is required: postgres:\/\/user:password@host:port\/name/),
  setting('DATABASE_URL', 'mysql://h/d', /DATABASE_URL: must be postgres:/),
  setting('DATABASE_URL', 'postgres://u:p#w@h/d', /DATABASE_URL: must be .* written as %xx/),
  setting('DATABASE_URL', 'postgres://h/d?sslmode=encrypt', /DATABASE_URL: sslmode must be disable, no-verify, prefer/),
  setting(
    'DATABASE_URL',
    'postgres://127.0.0.1:1/d?sslmode=verify-full&sslrootcert=/nowhere/ca.pem',
    /failed to connect to the database d at 127\.0\.0\.1:1: .*\/nowhere\/ca\.pem.*; start it, or correct DATABASE_URL/,
  ),
  setting(
    'DATABASE_URL',
    'postgres://127.0.0.1:1/d?sslmode=require',
    /failed to connect to the database d at 127\.0\.0\.1:1: .*; start it, or correct DATABASE_URL/,
  ),
  setting('DATABASE_POOLER', 'h:6432', /DATABASE_POOLER: must be postgres:/),
  setting('PORT', 'many', /PORT: must be a port number/),
  setting('PORT', '70000', /PORT: must be at most 65535/),
  setting('HOST', 'http://gem.example', /HOST: must be an address such as/),
  setting('HOST', '256.1.1.1', /HOST: must be an address such as/),
  setting('METRICS_HOST', 'a b', /METRICS_HOST: must be an address such as/),
  setting('TRUST_PROXY', 'all', /TRUST_PROXY: must be addresses, networks such as/),
  setting('ALLOWED_HOSTS', 'https://gem.example', /ALLOWED_HOSTS: must be host names such as/),
  setting('ALLOWED_ORIGINS', 'gem.example', /ALLOWED_ORIGINS: must be origins such as/),
  setting('XMPP_DOMAIN', 'Gem Example', /XMPP_DOMAIN: must be a domain name/),
  setting('XMPP_PASS_KEY', 'short', /XMPP_PASS_KEY: must have 32 to 256 characters/),
  setting('XMPP_URL', 'xmpp.example', /XMPP_URL: must be ws:\/\/ or xmpp:\/\/ addresses/),
  setting('XMPP_URL', 'xmpp://h:5222', /XMPP_URL needs XMPP_COMPONENT, XMPP_COMPONENT_SECRET and XMPP_PASS_KEY/),
  setting('NODE_ID', 'Node 1', /NODE_ID: must be lower-case letters, digits or -/),
  setting('ROLE', 'worker', /ROLE: must be all, edge or jobs/),
  setting('DEMO', 'maybe', /DEMO: must be on or off/),
  setting('DEMO_HOST_TEMPO', 'fast', /DEMO_HOST_TEMPO: must be a number from 1 to 100/),
  setting('PAYMENTS', 'paypal', /PAYMENTS: must be demo, stripe or off/),
  setting('PAYMENTS', 'demo', /PAYMENTS=demo needs DEMO/),
  setting('PAYMENTS', 'stripe', /PAYMENTS=stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET/),
  setting('STRIPE_SECRET_KEY', 'sk_live_1', /STRIPE_SECRET_KEY needs PAYMENTS=stripe; PAYMENTS=off sells nothing/),
  {
    name: 'a publishable key of Stripe',
    program: 'server',
    line: /STRIPE_SECRET_KEY must be a secret or restricted key/,
    env: () => ({ PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'pk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }),
  },
  setting('XMPP_COMPONENT', 'h:5347', /XMPP_COMPONENT and XMPP_COMPONENT_SECRET need XMPP_URL; without it/),
  setting('PAYOUTS', 'demo', /PAYOUTS=demo needs DEMO/),
  setting('PAYOUTS', 'bank', /PAYOUTS: must be demo, manual, stripe or off/),
  setting('PAYOUTS', 'stripe', /PAYOUTS=stripe needs STRIPE_SECRET_KEY and STRIPE_PAYOUTS_WEBHOOK_SECRET/),
  setting('MAIL_URL', 'mail.example', /MAIL_URL: must be an smtp:\/\/ or smtps:\/\/ address/),
  setting('MAIL_URL', 'smtps://u:p@mail.example', /MAIL_URL needs MAIL_FROM/),
  setting('PUSH_CONTACT', 'team', /PUSH_CONTACT: must be a mailto: or https: address/),
  setting('TURN_URL', 'turn:relay.example', /TURN_URL needs TURN_SECRET/),
  setting('STUN_URL', 'relay.example', /STUN_URL: must be stun: addresses/),
  setting('RELAY_ONLY', 'on', /RELAY_ONLY needs TURN_URL/),
  setting('COUNTRY_HEADER', 'CF-IPCountry', /COUNTRY_HEADER needs TRUST_PROXY/),
  setting('MEDIA_URL', 's3://host/bucket', /MEDIA_URL: must be s3:/),
  setting('UPLOAD_RESERVE_MB', '1 GB', /UPLOAD_RESERVE_MB: must be a number of MB/),
  setting('LOG_LEVEL', 'loud', /LOG_LEVEL: must be trace, debug, info, warn, error or silent/),
  setting('GOOGLE_JWKS_URL', 'keys', /GOOGLE_JWKS_URL: must be a web address/),
  setting('IOS_APP_URL', 'apple', /IOS_APP_URL: must be an https:\/\/ address/),
  setting('MAINTENANCE', 'on', /MAINTENANCE: must be one digit/),
];

const PORTS: readonly WrongStart[] = [
  {
    name: 'two settings with the same port',
    program: 'server',
    line: /OPERATOR_PORT: 4690 is the port of METRICS_PORT/,
    env: () => ({ METRICS_PORT: '4690', OPERATOR_PORT: '4690' }),
  },
  {
    name: 'a port that is taken',
    program: 'server',
    line: /PORT: \d+ is taken on localhost; free it, or choose another one/,
    env: ({ takenPort }) => ({ PORT: takenPort }),
  },
  {
    name: 'a port of metrics that is taken',
    program: 'server',
    line: /METRICS_PORT: \d+ is taken on 127.0.0.1; free it/,
    env: ({ takenPort }) => ({ METRICS_PORT: takenPort }),
  },
  {
    name: 'a port of the operator page that is taken',
    program: 'server',
    line: /OPERATOR_PORT: \d+ is taken on 127.0.0.1; free it/,
    env: ({ takenPort }) => ({ OPERATOR_PORT: takenPort }),
  },
  {
    name: 'a port that is taken, of a demo',
    program: 'npm start',
    line: /port \d+ is taken; free it, or choose another one: PORT=\d+ npm start/,
    env: ({ takenPort }) => ({ PORT: takenPort, DATABASE_URL: '' }),
  },
  {
    name: 'a port of the demo gateway that is taken',
    program: 'npm start',
    line: /port \d+ is taken; .* GATEWAY_PORT=\d+ npm start/,
    env: ({ takenPort }) => ({ GATEWAY_PORT: takenPort, DATABASE_URL: '' }),
  },
  setting('HOST', '192.0.2.7', /HOST: 192\.0\.2\.7 is no address of this machine .*; 0\.0\.0\.0 or :: are all/),
  {
    name: 'an address of another machine for metrics',
    program: 'server',
    line: /METRICS_HOST: 2001:db8::1 is no address of this machine/,
    env: () => ({ METRICS_PORT: '0', METRICS_HOST: '2001:db8::1' }),
  },
];

const FILES: readonly WrongStart[] = [
  {
    name: 'a data folder that is a file',
    program: 'server',
    line: /DATA_DIR: .* is a file, not a folder; set DATA_DIR to a folder of this user/,
    env: ({ dataDir }) => {
      writeFileSync(dataDir, '');
      return {};
    },
  },
  {
    name: 'a data folder below a file',
    program: 'npm start',
    line: /DATA_DIR: .* is below a file; set DATA_DIR to a folder of this user/,
    env: ({ dataDir }) => {
      writeFileSync(dataDir, '');
      return { DATA_DIR: join(dataDir, 'below'), DATABASE_URL: '' };
    },
  },
  {
    name: 'a data folder that belongs to another account',
    program: 'server',
    ordinary: true,
    line: /DATA_DIR: .* is not writable \(EACCES\); set DATA_DIR to a folder of this user/,
    env: ({ dataDir }) => {
      mkdirSync(dataDir, { mode: 0o755 });
      return {};
    },
  },
  {
    name: 'an empty key of payment pages',
    program: 'server',
    line: /payment-tickets\.key is empty: restore it from a backup, or delete it/,
    env: withFile('payment-tickets.key', ''),
  },
  {
    name: 'a damaged key of the XMPP server',
    program: 'npm start',
    line: /xmpp-pass\.key is damaged: restore it from a backup, or delete it/,
    env: withFile('xmpp-pass.key', 'short'),
  },
  {
    name: 'damaged keys of pushes',
    program: 'server',
    line: /push-keys\.json is damaged: restore it from a backup, or delete it/,
    env: (around) => ({ ...withFile('push-keys.json', '[]')(around), PUSH_CONTACT: 'mailto:team@gem.example' }),
  },
  {
    name: 'damaged keys of the demo gateway',
    program: 'npm start',
    line: /gateway-demo\.json is damaged: restore it from a backup, or delete it/,
    env: (around) => ({ ...withFile('gateway-demo.json', '{}')(around), DATABASE_URL: '' }),
  },
  {
    name: 'a damaged password of the embedded database',
    program: 'npm start',
    line: /secrets\.json is damaged: restore it from a backup, or delete it/,
    env: (around) => ({ ...withFile('secrets.json', '{')(around), DATABASE_URL: '' }),
  },
  {
    name: 'an embedded database of another PostgreSQL',
    program: 'npm start',
    line: /postgres is of PostgreSQL 9\.6, and this gemcall has PostgreSQL \d+: dump it with that version/,
    env: ({ dataDir }) => {
      mkdirSync(join(dataDir, 'postgres'), { recursive: true });
      writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '9.6\n');
      writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify({ postgres: 'secret' }));
      return { DATABASE_URL: '' };
    },
  },
  setting(
    'MESSAGE_WORDS',
    '/nowhere/words.json',
    /MESSAGE_WORDS: .* cannot be read \(ENOENT\); set it to a JSON file such as/,
  ),
  {
    name: 'a list of words that is no JSON',
    program: 'server',
    line: /MESSAGE_WORDS: .* is no list of words; set it to a JSON file such as/,
    env: () => ({ MESSAGE_WORDS: fileOf('README.md') }),
  },
  {
    name: 'no Prosody on the PATH',
    program: 'server',
    line: /Prosody is not installed .*: install the package prosody, or set XMPP_URL/,
    env: () => ({ PATH: '/nowhere' }),
  },
  {
    name: 'a product in production without a database',
    program: 'npm start',
    line: /DATABASE_URL: is required with ALLOWED_HOSTS; DEMO=on starts a demo/,
    env: () => ({ DATABASE_URL: '', ALLOWED_HOSTS: 'gem.example' }),
  },
];

const DATABASES: readonly WrongStart[] = [
  {
    name: 'a database that does not exist',
    program: 'server',
    line: /database "none" does not exist .*; start it, or correct DATABASE_URL/,
    env: withUrl((url) => {
      url.pathname = '/none';
    }),
  },
  {
    name: 'a database that does not exist, of a product',
    program: 'npm start',
    line: /database "none" does not exist .*; start it, or correct DATABASE_URL/,
    env: withUrl((url) => {
      url.pathname = '/none';
    }),
  },
  {
    name: 'a wrong password of the database',
    program: 'server',
    line: /password authentication failed .*; start it, or correct DATABASE_URL/,
    env: withUrl((url) => {
      url.password = 'wrong';
    }),
  },
  {
    name: 'a database that does not run',
    program: 'server',
    line: /connect ECONNREFUSED 127\.0\.0\.1:1; start it, or correct DATABASE_URL/,
    env: withUrl((url) => {
      url.host = '127.0.0.1:1';
    }),
  },
  {
    name: 'a database that accepts connections and never answers',
    program: 'server',
    line: /failed to connect to the database .* timeout .*; start it, or correct DATABASE_URL/,
    env: withUrl((url, { silentPort }) => {
      url.host = `127.0.0.1:${silentPort}`;
    }),
  },
  {
    name: 'a database with the encoding LATIN1',
    program: 'server',
    line: /the database has the encoding LATIN1, but UTF8 is required; create it with/,
    env: async ({ postgresUrl }) => ({
      DATABASE_URL: await databaseWith(postgresUrl, "encoding 'LATIN1' locale 'C' template template0"),
    }),
  },
  {
    name: 'a database that is read-only',
    program: 'server',
    line: /the database is read-only \(default_transaction_read_only\); make it writable/,
    env: async ({ postgresUrl }) => {
      const url = new URL(await emptyDatabase(postgresUrl));
      await inDatabase(postgresUrl, `alter database ${url.pathname.slice(1)} set default_transaction_read_only = on`);
      return { DATABASE_URL: url.href };
    },
  },
  {
    name: 'a database of a newer version',
    program: 'server',
    line: /the database was migrated by a newer gemcall: start that version or a newer one, or restore/,
    env: async ({ postgresUrl }) => {
      const url = await freshDatabase(postgresUrl, 'migrated');
      const later = "insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)";
      await inDatabase(url, later);
      return { DATABASE_URL: url };
    },
  },
  {
    name: 'a database that a build with another list of migrations has migrated',
    program: 'server',
    line: /the database lacks the migration \S+, although later ones were applied: .* start that build, or restore/,
    env: async ({ postgresUrl }) => {
      const url = await freshDatabase(postgresUrl, 'migrated');
      const skip = `delete from drizzle.__drizzle_migrations where created_at =
        (select max(created_at) from drizzle.__drizzle_migrations where created_at <
          (select max(created_at) from drizzle.__drizzle_migrations))`;
      await inDatabase(url, skip);
      return { DATABASE_URL: url };
    },
  },
  {
    name: 'a database with a migration that was changed',
    program: 'npm start',
    line: /the migration \S+ was changed after it was applied to this database: restore the file/,
    env: async ({ postgresUrl }) => {
      const url = await freshDatabase(postgresUrl, 'migrated');
      const change = `update drizzle.__drizzle_migrations set hash = 'other'
        where id = (select max(id) from drizzle.__drizzle_migrations)`;
      await inDatabase(url, change);
      return { DATABASE_URL: url };
    },
  },
  {
    name: 'a database whose tables another user has restored',
    program: 'server',
    line: /the user \w+ may not use \d+ tables of the database, such as drizzle\.\w+ of gemcall; name their owner/,
    env: async ({ postgresUrl }) => {
      const url = new URL(await freshDatabase(postgresUrl, 'migrated'));
      const role = `stranger_${url.pathname.slice(1)}`;
      await inDatabase(postgresUrl, `create role ${role} login password 'stranger'`);
      [url.username, url.password] = [role, 'stranger'];
      return { DATABASE_URL: url.href };
    },
  },
  {
    name: 'a database in which the user may not create tables',
    program: 'server',
    line: /the user \w+ may not create tables in the database \w+; make it the owner: alter database/,
    env: async ({ postgresUrl }) => {
      const url = new URL(await emptyDatabase(postgresUrl));
      const role = `reader_${url.pathname.slice(1)}`;
      await inDatabase(postgresUrl, `create role ${role} login password 'reader'`);
      [url.username, url.password] = [role, 'reader'];
      return { DATABASE_URL: url.href };
    },
  },
];

/** All wrong starts. `npm run soak -- server starts` runs them all, `npm test` those of `SAMPLE`. */
export const WRONG_STARTS: readonly WrongStart[] = [...SETTINGS, ...PORTS, ...FILES, ...DATABASES];

const SAMPLE = [
  'DATABSE_URL=postgres://h/d',
  'TRUST_PROXY=all',
  'HOST=192.0.2.7',
  'a port that is taken',
  'a port that is taken, of a demo',
  'a port of metrics that is taken',
  'a data folder that belongs to another account',
  'an empty key of payment pages',
  'a damaged key of the XMPP server',
  'a database that does not exist',
  'a database that does not exist, of a product',
  'a database of a newer version',
  'a database whose tables another user has restored',
  'an embedded database of another PostgreSQL',
  'no Prosody on the PATH',
];
/** One wrong start of each kind. */
export const WRONG_STARTS_SAMPLE = WRONG_STARTS.filter(({ name }) => SAMPLE.includes(name));
