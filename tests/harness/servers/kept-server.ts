import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readPid } from '../../../server/platform/process/leftovers.ts';
import { freePort } from '../../../server/platform/prosody/ports.ts';
import { prosodyPidFile } from '../../../tools/dev/server-process.ts';
import { superviseServer } from '../../../tools/dev/supervise-server.ts';
import { isAlive } from '../browser/product.ts';
import { copyDemoMedia } from '../postgres/kept-cluster.ts';
import { removeFolder, temporaryFolder } from '../temporary.ts';

const LOOK_MS = 5;
/** Long enough for a busy machine on which each server start takes a minute. */
const PATIENCE_MS = 300_000;

/** A server under a supervisor, as `npm start` runs it, whose processes the test kills. */
export type KilledServer = {
  readonly port: number;
  pid(): number;
  /** Sends SIGKILL to the server. Resolves with the time at which the next one listens (`performance.now()`). */
  killServer(dead?: () => void): Promise<number>;
  /** Sends SIGKILL to Prosody. Resolves when the server has started the next one. */
  killEngine(): Promise<void>;
  /** Lines of the supervisor about ends and starts. */
  readonly said: readonly string[];
  stop(): Promise<void>;
};

export async function startKilledServer(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
  dataDir: string = temporaryFolder('killed'),
): Promise<KilledServer> {
  copyDemoMedia(dataDir);
  const port = await freePort();
  const said: string[] = [];
  const settings = {
    NODE_ENV: 'production',
    PORT: String(port),
    DATA_DIR: dataDir,
    DIST_DIR: join(dataDir, 'nothing'),
    DATABASE_URL: databaseUrl,
    DEMO: 'on',
    DEMO_HOSTS: 'off',
    RATE_LIMITS: 'off',
    TRUST_PROXY: 'loopback',
    ...env,
  };
  const server = await superviseServer({ env: settings, logFile: join(dataDir, 'server.log') }, (line) =>
    said.push(line),
  );
  const enginePid = () => readPid(prosodyPidFile(dataDir));
  return {
    port,
    said,
    pid: server.pid,
    async killServer(dead) {
      const before = server.pid();
      process.kill(before, 'SIGKILL');
      await until('the end of the server', () => !isAlive(before));
      dead?.();
      await until('the port to be free', async () => !(await accepts(port)));
      await until('the next server to listen', () => accepts(port));
      const listens = performance.now();
      await until('the next server', () => server.pid() !== 0 && server.pid() !== before);
      return listens;
    },
    async killEngine() {
      const before = enginePid();
      if (before === undefined) throw new Error('The engine does not run');
      process.kill(before, 'SIGKILL');
      await until('the next engine', () => {
        const pid = enginePid();
        return pid !== undefined && pid !== before && isAlive(pid);
      });
    },
    async stop() {
      await server.stop();
      removeFolder(dataDir);
    },
  };
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const end = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });

export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Timed out waiting for ${what}`);
    await wait(LOOK_MS);
  }
}
