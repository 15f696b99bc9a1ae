import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { startTestGateway, type TestGateway } from './gateway.ts';
import { type TappedLines, tapLines, type Watch } from './tapped-lines.ts';
import { removeFolder, temporaryFolder } from './temporary.ts';

const ENTRY = fileURLToPath(new URL('./payments-process.ts', import.meta.url));

export type PaymentsLine = 'client' | 'gateway' | 'database';

export type PaymentsServer = {
  /** Where clients and webhooks reach it, whichever process it is. */
  readonly url: string;
  readonly gateway: TestGateway;
  readonly lines: TappedLines<PaymentsLine>;
  /** Kills the process at the first message that is watched for, which does not arrive. Resolves when it is dead. */
  diesAt(watch: Watch<PaymentsLine>): Promise<void>;
  /** SIGKILL. Resolves when it is dead. */
  kill(): Promise<void>;
  /** Starts the next process on the same database, unless one runs. */
  ready(): Promise<void>;
  /** Runs the jobs that are due. */
  work(): Promise<void>;
  /** How each process ended. */
  readonly ends: readonly (string | null)[];
  /** To whom ReChargeSuccess was said, as JIDs. */
  readonly told: readonly string[];
  close(): Promise<void>;
};

/** Bundled once: a process of it is there in a fraction of the time that the sources take. */
async function bundle(outDir: string): Promise<string> {
  await build({
    ...{ configFile: false, logLevel: 'error', mode: 'test', publicDir: false },
    ssr: { noExternal: true, external: ['pg-native'] },
    build: { ssr: ENTRY, outDir, minify: false, rolldownOptions: { output: { entryFileNames: 'payments.mjs' } } },
  });
  return join(outDir, 'payments.mjs');
}

/** Payments as a process that dies when a test says so, between lines that the test taps: to clients, gateway and database. */
export async function startPaymentsServer(databaseUrl: string): Promise<PaymentsServer> {
  const folder = temporaryFolder('payments');
  const file = await bundle(join(folder, 'build'));
  const ends: (string | null)[] = [];
  const told: string[] = [];
  let port = 0;
  let running: ChildProcess | undefined;
  let gateway: TestGateway | undefined;
  const database = new URL(databaseUrl);
  const lines = await tapLines<PaymentsLine>({
    client: () => port,
    gateway: () => Number(new URL(gateway?.url ?? 'http://none:1').port),
    database: () => Number(database.port),
  });
  const url = `http://127.0.0.1:${lines.portOf('client')}`;
  gateway = await startTestGateway({ databaseUrl, bellUrl: `${url}/webhook/demo` });
  const own = new URL(databaseUrl);
  own.port = String(lines.portOf('database'));
  const env = {
    ...{ DATABASE_URL: own.href, DATA_DIR: join(folder, 'data'), DIST_DIR: '/nowhere', DEMO: 'on', RATE_LIMITS: 'off' },
    ...{ GATEWAY_PORT: String(lines.portOf('gateway')), GATEWAY_KEY: gateway.key },
    ...{ GATEWAY_WEBHOOK_SECRET: gateway.webhookSecret, PATH: process.env['PATH'] ?? '' },
  };
  const load = (): ChildProcess => {
    const child = spawn(process.execPath, [file], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env });
    child.on('message', (said: { port?: number; told?: string }) => {
      if (said.told !== undefined) told.push(said.told);
    });
    return child;
  };
  let waiting = load();
  let isLoaded = once(waiting, 'message');

  async function ended(child: ChildProcess): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    ends.push(child.signalCode);
    lines.cut();
    running = undefined;
  }
  async function answerTo(said: string, isIt: (answer: { port?: number; worked?: boolean }) => boolean) {
    const child = running;
    if (!child) throw new Error('No process runs');
    return new Promise<{ port?: number }>((done) => {
      const hear = (answer: object) => {
        if (!isIt(answer)) return;
        child.off('message', hear);
        done(answer);
      };
      child.on('message', hear);
      child.send(said);
    });
  }

  const server: PaymentsServer = {
    ...{ url, gateway, lines, ends, told },
    async diesAt(watch) {
      const child = running;
      if (!child) throw new Error('No process runs');
      const isDead = once(child, 'exit');
      lines.watch(watch, () => child.kill('SIGKILL'));
      await isDead;
      await ended(child);
    },
    async kill() {
      running?.kill('SIGKILL');
      if (running) await ended(running);
    },
    async ready() {
      if (running) return;
      await isLoaded;
      running = waiting;
      waiting = load();
      isLoaded = once(waiting, 'message');
      lines.watch(undefined, () => {});
      lines.join();
      port = (await answerTo('start', (answer) => answer.port !== undefined)).port ?? 0;
    },
    async work() {
      await answerTo('work', (answer) => answer.worked === true);
    },
    async close() {
      for (const child of [running, waiting]) child?.kill('SIGKILL');
      await lines.close();
      await gateway?.close();
      removeFolder(folder);
    },
  };
  await server.ready();
  return server;
}
