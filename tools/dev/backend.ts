import { createWriteStream, mkdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type Config, readConfig } from '../../server/config.ts';
import { ensureKeyFiles } from '../../server/key-files.ts';
import { checkDatabase } from '../../server/platform/database/migrate.ts';
import { checkDataDir } from '../../server/platform/process/data-dir.ts';
import { describeStartFailure } from '../../server/platform/process/start-error.ts';
import { checkFilesAndPorts } from '../../server/start-checks.ts';
import { chosenBrand, distOf } from '../build/brand/choice.ts';
import { needTool, PROSODY } from '../installed-tools.ts';
import { printMessage, Stop } from '../stop.ts';
import { gatewayKeys, identitySettings, readGatewayKeys, superviseGateway } from './gateway-process.ts';
import { lockDataDir } from './lock.ts';
import { needFreePort } from './port.ts';
import { checkCluster, checkPassword, startPostgres, storedPassword } from './postgres.ts';
import { OWN_DATABASE } from './reach-database.ts';
import { endLeftoverServer, isServerRunning } from './server-process.ts';
import { superviseServer } from './supervise-server.ts';

/**
 * The configuration of a command. `ownDatabase`: DATABASE_URL is not set, so the command runs the packaged PostgreSQL on the data folder.
 */
export type Settings = Config & { readonly ownDatabase: boolean };

/**
 * Reads the environment with defaults for development: without DATABASE_URL a demo on an own database. `more` adds defaults of one command.
 * An invalid setting throws a `Stop`.
 */
export function readSettings(more: Readonly<Record<string, string>> = {}): Settings {
  const ownDatabase = !process.env['DATABASE_URL'];
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const dataDir = resolve(given['DATA_DIR'] ?? more['DATA_DIR'] ?? '.data');
  try {
    checkDataDir(dataDir);
    const defaults = {
      DEMO: ownDatabase ? 'on' : 'off',
      DATABASE_URL: 'postgres://not-yet-known',
      DIST_DIR: distOf(chosenBrand()),
      ...more,
      ...readGatewayKeys(dataDir),
    };
    const config = readConfig({ ...defaults, ...given });
    if (ownDatabase && given['DEMO'] === undefined) refuseProduction(given);
    return { ...config, ownDatabase };
  } catch (error) {
    throw error instanceof Error ? new Stop(describeStartFailure(error)) : error;
  }
}

/** Settings that only a product in production has, so that a demo with published passwords cannot be meant. */
const PRODUCTION = [
  'ALLOWED_HOSTS',
  'DATABASE_POOLER',
  'GOOGLE_CLIENT_ID',
  'IDENTITY_URL',
  'MAIL_URL',
  'MEDIA_URL',
  'METRICS_PORT',
  'OPERATOR_PORT',
  'PUSH_CONTACT',
  'STRIPE_PAYOUTS_WEBHOOK_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_API_URL',
  'TRUST_PROXY',
  'XMPP_COMPONENT',
  'XMPP_DOMAIN',
  'XMPP_URL',
];
const PRODUCTION_VALUES = [
  ['NODE_ENV', 'production'],
  ['PAYMENTS', 'stripe'],
  ['PAYOUTS', 'stripe'],
  ['ROLE', 'edge'],
  ['ROLE', 'jobs'],
] as const;

/** Throws if a configuration without DATABASE_URL and DEMO has settings of production: its database was forgotten or misspelt. */
function refuseProduction(env: Readonly<Record<string, string | undefined>>): void {
  const found =
    PRODUCTION.find((name) => env[name] !== undefined) ??
    PRODUCTION_VALUES.find(([name, value]) => env[name] === value)?.join('=');
  if (found === undefined) return;
  throw new Stop(
    `Bad configuration. DATABASE_URL: is required with ${found}; DEMO=on starts a demo, DEMO=off the embedded database`,
  );
}

/** The running backend of one command: PostgreSQL, demo gateway and server. */
export type Backend = {
  /** Resolves with a message when the embedded PostgreSQL ends, also by `stop`; never with an external database. */
  readonly died: Promise<string>;
  stop(): Promise<void>;
};

/** Options of `startBackend`. */
export type BackendOptions = {
  readonly settings: Settings;
  /** Port on which the server listens; `settings.port` is the public one. */
  readonly serverPort: number;
  /** Runs concurrently with the start of PostgreSQL: the build. */
  readonly meanwhile: () => Promise<void>;
  readonly signal: AbortSignal;
  readonly env?: Readonly<Record<string, string>>;
};

/**
 * Starts PostgreSQL, the demo gateway if configured, and the server with its Prosody, exclusively on their data folder, for `npm start` and
 * `npm run dev`. On failure, everything that was started is stopped.
 */
export async function startBackend({ settings, serverPort, meanwhile, signal, env }: BackendOptions): Promise<Backend> {
  const { dataDir } = settings;
  const { gateway, demo } = settings.payments;
  const [hasGateway, gatewayPort] = [gateway === 'demo', demo.port];
  const closers: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (let close = closers.pop(); close; close = closers.pop()) await close();
  };
  try {
    const checkPorts = async () => {
      await needFreePort(settings.port);
      await checkFilesAndPorts(settings);
      if (hasGateway) await needFreePort(gatewayPort, 'GATEWAY_PORT');
    };
    if (settings.ownDatabase) {
      checkPassword(join(dataDir, 'secrets.json'));
      await checkCluster(join(dataDir, 'postgres'));
    }
    // A server that runs on this data folder has the ports: it is ended if its owner died, else the lock names the owner.
    if (!isServerRunning(dataDir)) await checkPorts();
    if (!settings.ownDatabase) await checkDatabase(settings.databaseUrl);
    const lock = lockDataDir(dataDir, settings.port);
    closers.push(async () => lock.release());
    await endLeftoverServer(dataDir);
    await checkPorts();
    needTool(PROSODY);
    ensureKeyFiles(settings);
    if (settings.ownDatabase) storedPassword(join(dataDir, 'secrets.json'));
    const [database] = await settled([
      settings.ownDatabase ? startOwnDatabase(dataDir, closers) : undefined,
      meanwhile(),
    ]);
    signal.throwIfAborted();
    const databaseUrl = database?.url ?? settings.databaseUrl;
    if (hasGateway) {
      const where = { dataDir, databaseUrl, port: gatewayPort, host: settings.host, url: demo.url, serverPort };
      closers.push((await superviseGateway(where, printMessage)).stop);
    }
    const logFile = join(dataDir, 'logs', 'server.log');
    const server = await superviseServer(
      {
        env: {
          NODE_ENV: 'production',
          ...env,
          PORT: String(serverPort),
          DATA_DIR: dataDir,
          DIST_DIR: settings.distDir,
          DATABASE_URL: databaseUrl,
          DEMO: settings.demo ? 'on' : 'off',
          ...(hasGateway && { GATEWAY_PORT: String(gatewayPort), ...gatewayKeys(dataDir) }),
          ...(hasGateway &&
            !settings.identity &&
            identitySettings(dataDir, { host: settings.host, port: gatewayPort })),
        },
        logFile,
        signal,
        progress: printMessage,
      },
      (line) => printMessage(`${line} (${relative('', logFile)})`),
    );
    closers.push(server.stop);
    const died = database ? database.exited.then(() => 'PostgreSQL ended') : new Promise<string>(() => undefined);
    return { died, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Starts the packaged PostgreSQL on a data folder that the caller has locked, with its database. The function that stops it is added to
 * `closers`. `exited` resolves when it ends.
 */
export async function startOwnDatabase(dataDir: string, closers: (() => Promise<void>)[]) {
  const password = storedPassword(join(dataDir, 'secrets.json'));
  mkdirSync(join(dataDir, 'logs'), { recursive: true });
  const log = createWriteStream(join(dataDir, 'logs', 'postgres.log'), { mode: 0o600 });
  // A failed log write (disk full) must not end the process; PostgreSQL reports it.
  log.on('error', () => undefined);
  const folder = join(dataDir, 'postgres');
  const postgres = await startPostgres({ folder, password, log: (line) => log.write(`${line}\n`) });
  closers.push(async () => {
    await postgres.stop();
    log.end();
  });
  await postgres.create(OWN_DATABASE);
  return { url: postgres.url(OWN_DATABASE), exited: postgres.exited };
}

/** Like Promise.all, but rejects only when all have ended, so that nothing is still starting during the cleanup. */
export async function settled<A, B>(work: [A | Promise<A>, B | Promise<B>]): Promise<[A, B]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
