import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { FASTER_IMPORTS } from '../faster-imports.ts';
import { inTime } from '../postgres/in-time.ts';
import { type TappedLines, tapLines, type Watch } from '../tapped-lines.ts';
import { removeFolder, temporaryFolder } from '../temporary.ts';
import { startTestGateway, type TestGateway } from './gateway.ts';
import type { PaymentsOrder } from './payments-process.ts';

const ENTRY = fileURLToPath(new URL('./payments-process.ts', import.meta.url));

export type PaymentsLine = 'client' | 'gateway' | 'database';

export type PaymentsServer = {
  /** Address for clients and webhooks, the same for each process. */
  readonly url: string;
  readonly gateway: TestGateway;
  readonly lines: TappedLines<PaymentsLine>;
  /**
   * Kills the process at the first message that `watch` matches; that message is not delivered. Resolves when the process is dead; rejects
   * with the last messages if none matches.
   */
  diesAt(watch: Watch<PaymentsLine>): Promise<void>;
  /** Sends SIGKILL. Resolves when the process is dead. */
  kill(): Promise<void>;
  /** Starts the next process on the same database, unless one is running. */
  ready(): Promise<void>;
  /** Runs the due jobs. Rejects if one fails or the process ends meanwhile. */
  work(): Promise<void>;
  /** Signal that ended each process, or null. */
  readonly ends: readonly (string | null)[];
  /** Recipients (JIDs) of ReChargeSuccess. */
  readonly told: readonly string[];
  close(): Promise<void>;
};

/** A message from the process to its parent. */
type Said = {
  readonly loaded?: boolean;
  readonly told?: string;
  /** Id of the order that this answers. */
  readonly id?: number;
  readonly port?: number;
  readonly failed?: string;
};
type Loaded = {
  readonly child: ChildProcess;
  /** Resolves with the signal or exit code. */
  readonly isDead: Promise<string>;
  readonly isLoaded: Promise<unknown>;
};

/** How many of the last messages an error names. */
const LAST = 20;
const WORDS_MAX = 100;
const firstWords = (text: string) => text.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, WORDS_MAX);

/** The process's first message that matches. Rejects if the process ends first, or in time-out. */
async function saidBy(
  child: ChildProcess,
  isDead: Promise<string>,
  what: string,
  isIt: (said: Said) => boolean,
): Promise<Said> {
  const { promise, resolve, reject } = Promise.withResolvers<Said>();
  const listen = (said: Said) => {
    if (isIt(said)) resolve(said);
  };
  child.on('message', listen);
  isDead.then((how) => reject(new Error(`The process ended (${how}) before it ${what}`)));
  try {
    return await inTime(promise, `the process ${what}`);
  } finally {
    child.off('message', listen);
  }
}

/** Bundles the entry once: a process starts from it in a fraction of the time that it takes from sources. */
async function bundle(outDir: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    mode: 'test',
    publicDir: false,
    ssr: { noExternal: true, external: ['pg-native'] },
    build: { ssr: ENTRY, outDir, minify: false, rolldownOptions: { output: { entryFileNames: 'payments.mjs' } } },
  });
  return join(outDir, 'payments.mjs');
}

/** Payments in a process that a test kills, with tapped connections to clients, gateway and database. */
export async function startPaymentsServer(databaseUrl: string): Promise<PaymentsServer> {
  const folder = temporaryFolder('payments');
  const file = await bundle(join(folder, 'build'));
  const ends: (string | null)[] = [];
  const told: string[] = [];
  let port = 0;
  let running: Loaded | undefined;
  let orders = 0;
  let gateway: TestGateway | undefined;
  const database = new URL(databaseUrl);
  const lines = await tapLines<PaymentsLine>({
    client: () => port,
    gateway: () => Number(new URL(gateway?.url ?? 'http://none:1').port),
    database: () => Number(database.port),
  });
  const url = `http://127.0.0.1:${lines.portOf('client')}`;
  gateway = await startTestGateway({ databaseUrl, webhookUrl: `${url}/webhook/demo` });
  const own = new URL(databaseUrl);
  own.port = String(lines.portOf('database'));
  const env = {
    DATABASE_URL: own.href,
    DATA_DIR: join(folder, 'data'),
    DIST_DIR: '/nowhere',
    DEMO: 'on',
    RATE_LIMITS: 'off',
    GATEWAY_PORT: String(lines.portOf('gateway')),
    GATEWAY_KEY: gateway.key,
    GATEWAY_WEBHOOK_SECRET: gateway.webhookSecret,
    PATH: process.env['PATH'] ?? '',
  };
  let isClosing = false;
  /** Loads the next process. When it ends, its connections are cut, and another may run. */
  function load(): Loaded {
    const child = spawn(process.execPath, [...FASTER_IMPORTS, file], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env,
    });
    child.on('message', (said: Said) => {
      if (said.told !== undefined) told.push(said.told);
    });
    const { promise: isDead, resolve: dies } = Promise.withResolvers<string>();
    child.once('exit', (code, signal) => {
      if (isClosing) return dies('closed');
      ends.push(signal);
      if (running?.child === child) {
        lines.cut();
        running = undefined;
      }
      dies(signal ?? `code ${code}`);
    });
    const isLoaded = saidBy(child, isDead, 'loads', (said) => said.loaded === true);
    // It may reject before `ready` awaits it: no unhandled rejection.
    isLoaded.catch(() => undefined);
    return { child, isDead, isLoaded };
  }
  let waiting = load();

  async function order(say: PaymentsOrder['say']): Promise<Said> {
    if (!running) throw new Error('No process runs');
    const { child, isDead } = running;
    orders += 1;
    const id = orders;
    const answer = saidBy(child, isDead, `answers '${say}'`, (said) => said.id === id);
    // The channel may be closed already: then the process is dead, which `isDead` reports.
    child.send({ id, say } satisfies PaymentsOrder, () => undefined);
    const said = await answer;
    if (said.failed !== undefined) throw new Error(`The process failed to ${say}: ${said.failed}`);
    return said;
  }

  const server: PaymentsServer = {
    url,
    gateway,
    lines,
    ends,
    told,
    async diesAt(watch) {
      if (!running) throw new Error('No process runs');
      const { child, isDead } = running;
      const passed: string[] = [];
      const look: Watch<PaymentsLine> = (passing) => {
        passed.push(`${passing.line} ${passing.side} ${firstWords(passing.text)}`);
        return watch(passing);
      };
      lines.watch(look, () => child.kill('SIGKILL'));
      try {
        await inTime(isDead, 'the process dies of the message that is watched for');
      } catch (error) {
        lines.watch(undefined, () => {});
        throw new Error(`What is watched for did not pass. The last: ${passed.slice(-LAST).join('\n')}`, {
          cause: error,
        });
      }
    },
    async kill() {
      const { child, isDead } = running ?? {};
      child?.kill('SIGKILL');
      await isDead;
    },
    async ready() {
      if (running) return;
      await waiting.isLoaded;
      running = waiting;
      waiting = load();
      lines.watch(undefined, () => {});
      lines.join();
      port = (await order('start')).port ?? 0;
    },
    async work() {
      await order('work');
    },
    async close() {
      isClosing = true;
      for (const one of [running, waiting]) {
        one?.child.kill('SIGKILL');
        await one?.isDead;
      }
      await lines.close();
      await gateway?.close();
      removeFolder(folder);
    },
  };
  await server.ready();
  return server;
}
