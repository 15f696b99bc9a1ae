import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../../server/platform/prosody/ports.ts';
import { type Prosody, startProsody } from '../../../server/platform/prosody/supervisor.ts';
import { engineAt } from '../../../server/platform/realtime/realtime.ts';
import { type Postgres, startPostgres } from '../../../tools/dev/postgres.ts';
import { type SupervisedServer, superviseServer } from '../../../tools/dev/supervise-server.ts';
import { isAlive } from '../browser/product.ts';
import { freshDatabase } from '../postgres/postgres.ts';
import { removeFolder, temporaryFolder } from '../temporary.ts';
import { type Front, startFront } from './front.ts';
import { until } from './kept-server.ts';
import { startProxy, type TcpProxy } from './proxy.ts';
import { DOMAIN, PASS_KEY } from './xmpp-server.ts';

const SECRET = 'component-secret';
const NODES = ['one', 'two'] as const;
const silent = { info: () => undefined, warn: () => undefined };

export type NodeName = (typeof NODES)[number];
type Process = { readonly server: SupervisedServer; readonly port: number; readonly line: TcpProxy };

/** Two server processes under supervisors with one XMPP server and one PostgreSQL. Each of them can be killed. */
export type TwoProcesses = {
  /** Addresses of two proxies: the first prefers process one, the second process two; each falls back to the other process. */
  readonly urls: readonly [string, string];
  /** Address of the database for the test. It goes through a proxy, because the database's port changes after a kill. */
  readonly databaseUrl: string;
  killProcess(name: NodeName): void;
  killEngine(): void;
  /** Blocks all traffic between this process and the database, without closing connections, until `open`. */
  blackhole(name: NodeName): { open(): void };
  /** Kills PostgreSQL and restarts it after `awayMs`. Resolves when it accepts connections. */
  killDatabase(awayMs: number): Promise<void>;
  /** Resolves when both processes run and answer, and the XMPP server serves. */
  whenWhole(): Promise<void>;
  readonly logFiles: readonly string[];
  stop(): Promise<void>;
};

export async function startTwoProcesses(): Promise<TwoProcesses> {
  const folder = temporaryFolder('two');
  let postgres = await startDatabase();
  const database = new URL(await freshDatabase(postgres.url('postgres'))).pathname.slice(1);
  const portOfDatabase = () => Number(new URL(postgres.url(database)).port);
  const own = await startProxy(portOfDatabase);
  const prosody = await startProsody({
    dataDir: join(folder, 'engine'),
    domain: DOMAIN,
    nodes: NODES,
    secrets: { component: SECRET, pass: PASS_KEY },
    log: silent,
  });
  const logFiles = NODES.map((name) => join(folder, `${name}.log`));
  // One after the other: the first process migrates the database.
  const one = await startOne('one', prosody);
  const two = await startOne('two', prosody);
  const all: Readonly<Record<NodeName, Process>> = { one, two };
  const fronts: readonly [Front, Front] = [await startFront(), await startFront()];
  fronts[0].send([one.port, two.port]);
  fronts[1].send([two.port, one.port]);

  function startDatabase(): Promise<Postgres> {
    return startPostgres({ folder: join(folder, 'postgres'), password: 'soak', log: () => undefined });
  }
  function urlThrough({ port }: TcpProxy): string {
    const url = new URL(postgres.url(database));
    url.port = String(port);
    return url.href;
  }
  async function startOne(name: NodeName, { httpPort, componentPort }: Prosody): Promise<Process> {
    const [line, port, dataDir] = [await startProxy(portOfDatabase), await freePort(), join(folder, name)];
    mkdirSync(dataDir);
    const { urls, components } = engineAt({ httpPort, componentPort });
    const env = {
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      DIST_DIR: join(folder, 'nothing'),
      DATABASE_URL: urlThrough(line),
      RATE_LIMITS: 'off',
      TRUST_PROXY: 'loopback',
      NODE_ID: name,
      XMPP_DOMAIN: DOMAIN,
      XMPP_URL: urls.join(','),
      XMPP_COMPONENT: components.join(','),
      XMPP_COMPONENT_SECRET: SECRET,
      XMPP_PASS_KEY: PASS_KEY,
    };
    const logFile = join(folder, `${name}.log`);
    return { server: await superviseServer({ env, logFile }, () => undefined), port, line };
  }
  const answers = ({ port }: Process) =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );

  return {
    urls: [`http://127.0.0.1:${fronts[0].port}`, `http://127.0.0.1:${fronts[1].port}`],
    databaseUrl: urlThrough(own),
    logFiles,
    killProcess: (name) => void process.kill(all[name].server.pid(), 'SIGKILL'),
    killEngine: () => prosody.kill('SIGKILL'),
    blackhole(name) {
      all[name].line.blackhole(true);
      return { open: () => all[name].line.blackhole(false) };
    },
    async killDatabase(awayMs) {
      process.kill(postgres.pid, 'SIGKILL');
      await postgres.exited;
      await wait(awayMs);
      postgres = await startDatabase();
    },
    async whenWhole() {
      await prosody.whenReady();
      await until('both processes', async () => {
        const pids = NODES.map((name) => all[name].server.pid());
        if (!pids.every((pid) => pid !== 0 && isAlive(pid))) return false;
        return (await Promise.all(NODES.map((name) => answers(all[name])))).every((is) => is);
      });
    },
    async stop() {
      for (const front of fronts) await front.close();
      for (const { server } of [one, two]) await server.stop();
      await prosody.stop();
      for (const line of [own, one.line, two.line]) await line.close();
      await postgres.stop();
      removeFolder(folder);
    },
  };
}
