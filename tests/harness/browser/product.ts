import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { commandOf, readPid } from '../../../server/platform/process/leftovers.ts';
import { freePort } from '../../../server/platform/prosody/ports.ts';
import { type GatewayProcess, gatewayKeys, startGatewayProcess } from '../../../tools/dev/gateway-process.ts';
import { prosodyPidFile, type ServerProcess, startServerProcess } from '../../../tools/dev/server-process.ts';
import { TEST_BUILDS } from '../../../tools/test/test-builds.ts';
import { freshDatabase } from '../postgres/database.ts';
import { copyDemoMedia } from '../postgres/kept-cluster.ts';
import { poolerBefore } from '../postgres/pgbouncer.ts';
import { removeFolder, temporaryFolder } from '../temporary.ts';

/** Settings of `startProduct`. */
export type ProductOptions = {
  /** The demo accounts (password `gemcall`). Default true. */
  readonly demo?: boolean;
  /** Default false: in tests many users sign in from one address. */
  readonly rateLimits?: boolean;
  /** Default a temporary folder, removed by `stop`. */
  readonly dataDir?: string;
  /** Build to serve. Default: the older test build. If the folder does not exist, only the API is served. */
  readonly distDir?: string;
  /** Existing database to use. Default a fresh one. */
  readonly databaseUrl?: string;
  readonly port?: number;
  /** Whether to start the demo gateway, on a port of its own. Default false. */
  readonly payments?: boolean;
  /** Further settings of `server/config.ts`. Origins of a proxy go into ALLOWED_ORIGINS. */
  readonly env?: Readonly<Record<string, string>>;
};

/** The running product, with controls to stop, kill and restart its processes. */
export type Product = {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** Address of the demo gateway for browsers. */
  readonly gatewayUrl: string;
  /** Stops the gateway, as in an outage. Its state is in the database. */
  stopGateway(): Promise<void>;
  startGateway(): Promise<void>;
  /** Process id of the current server. */
  serverPid(): number;
  prosodyPid(): number | undefined;
  /** Resolves when the old process has ended. The server starts the next one by itself; see `prosodyBack`. */
  killProsody(signal?: NodeJS.Signals): Promise<void>;
  /** Resolves when a Prosody other than `before` runs. */
  prosodyBack(before: number): Promise<void>;
  /** Sends SIGKILL: no stream is closed properly. Its Prosody ends too. */
  killServer(): Promise<void>;
  /** Restarts the server on the same port, folder and database; `change` applies to this and all later starts. */
  restartServer(change?: { readonly distDir?: string; readonly env?: Readonly<Record<string, string>> }): Promise<void>;
  /** Log of the server since its last start. */
  logs(): string;
  stop(): Promise<void>;
};

const PATIENCE_MS = 60_000;
const CHECK_MS = 10;

/** Runs the real product on free loopback ports: PostgreSQL, Prosody, and the server as a process of its own. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = options.dataDir ?? temporaryFolder('product');
  const isDemo = options.demo !== false;
  const databaseUrl = options.databaseUrl ?? (await freshDatabase(isDemo ? 'demo' : 'migrated'));
  if (isDemo) copyDemoMedia(dataDir);
  const port = options.port ?? (await freePort());
  let distDir = resolve(options.distDir ?? TEST_BUILDS.older.outDir);
  const gatewayPort = await freePort();
  let gateway: GatewayProcess | undefined;
  const startGateway = async () => {
    gateway = await startGatewayProcess({ dataDir, databaseUrl, port: gatewayPort, url: '', serverPort: port });
  };
  const stopGateway = async () => {
    await gateway?.stop();
    gateway = undefined;
  };
  let changed: Readonly<Record<string, string>> = {};
  const start = () =>
    startServerProcess({
      env: {
        NODE_ENV: 'production',
        PORT: String(port),
        DATA_DIR: dataDir,
        DIST_DIR: distDir,
        DATABASE_URL: databaseUrl,
        ...poolerBefore(databaseUrl),
        DEMO: isDemo ? 'on' : 'off',
        // Off unless requested: hosts change who is online and use CPU time.
        DEMO_HOSTS: 'off',
        RATE_LIMITS: options.rateLimits ? 'on' : 'off',
        ...(options.payments && { GATEWAY_PORT: String(gatewayPort), ...gatewayKeys(dataDir) }),
        ...options.env,
        ...changed,
      },
      logFile: join(dataDir, 'logs', 'server.log'),
    });
  let server: ServerProcess;
  const startsGateway = options.payments ? startGateway() : undefined;
  try {
    server = await start();
  } finally {
    await startsGateway;
  }
  const prosodyPid = () => readPid(prosodyPidFile(dataDir));

  return {
    url: `http://localhost:${port}`,
    port,
    dataDir,
    databaseUrl,
    gatewayUrl: `http://localhost:${gatewayPort}`,
    stopGateway,
    startGateway,
    serverPid: () => server.pid,
    prosodyPid,
    async killProsody(signal = 'SIGKILL') {
      const pid = prosodyPid();
      if (pid === undefined) throw new Error('Prosody is not running');
      process.kill(pid, signal);
      await until('the end of Prosody', () => !isAlive(pid));
    },
    prosodyBack: (before) =>
      until('the next Prosody', () => {
        const pid = prosodyPid();
        return pid !== undefined && pid !== before && isAlive(pid);
      }),
    async killServer() {
      server.signal('SIGKILL');
      await server.exited;
      await server.stop();
    },
    async restartServer(change) {
      await server.stop();
      if (change?.distDir !== undefined) distDir = resolve(change.distDir);
      changed = { ...changed, ...change?.env };
      server = await start();
    },
    logs: () => server.logs(),
    async stop() {
      await server.stop();
      await stopGateway();
      if (options.dataDir === undefined) removeFolder(dataDir);
    },
  };
}

/** False also for a zombie, which still accepts signals. */
export const isAlive = (pid: number): boolean => commandOf(pid) !== '';

async function until(what: string, condition: () => boolean): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`Timed out waiting for ${what}`);
    await wait(CHECK_MS);
  }
}
