import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { urlHostOf } from '../../server/platform/http/listen.ts';
import { boundToUs } from '../../server/platform/process/bound.ts';
import { readKey, readOrCreateKey } from '../../server/platform/process/key-file.ts';
import { endLeftover } from '../../server/platform/process/leftovers.ts';
import { Stop } from '../stop.ts';
import { watchBeats } from './watch-beats.ts';

const MAIN = fileURLToPath(new URL('../../demo/gateway/main.ts', import.meta.url));
const READY_PATIENCE_MS = 60_000;
const CHECK_MS = 20;
const STOP_PATIENCE_MS = 8_000;

/** A key or secret of at least the length that the gateway requires. */
const secretText = v.pipe(v.string(), v.minLength(16));
const keys = v.object({ GATEWAY_KEY: secretText, GATEWAY_WEBHOOK_SECRET: secretText });
type GatewayKeys = v.InferOutput<typeof keys>;

const keyFile = (dataDir: string) => ({
  file: join(dataDir, 'gateway-demo.json'),
  parse: (content: Buffer): GatewayKeys => v.parse(keys, JSON.parse(content.toString())),
  loss: 'saved cards and open payments of the demo are lost',
});
const pidFile = (dataDir: string) => join(dataDir, 'gateway-demo.pid');
const sign = (dataDir: string) => `--gateway-of=${resolve(dataDir)}`;

/**
 * Reads the API key and webhook secret that the demo gateway and the server share from the data folder; undefined before the first start.
 */
export function readGatewayKeys(dataDir: string): GatewayKeys | undefined {
  return readKey(keyFile(dataDir));
}

/** Returns the API key and webhook secret that the demo gateway and the server share; generates and stores them at the first start. */
export function gatewayKeys(dataDir: string): GatewayKeys {
  const secret = () => randomBytes(32).toString('base64url');
  return readOrCreateKey({
    ...keyFile(dataDir),
    create: () => `${JSON.stringify({ GATEWAY_KEY: secret(), GATEWAY_WEBHOOK_SECRET: secret() })}\n`,
  });
}

/**
 * Settings of a server that checks identities by the simulated provider, which runs in the process of the demo gateway; none if `host` is
 * not loopback.
 */
export function identitySettings(dataDir: string, { host, port }: { readonly host: string; readonly port: number }) {
  const { GATEWAY_KEY, GATEWAY_WEBHOOK_SECRET } = gatewayKeys(dataDir);
  const url = `http://${urlHostOf(host)}:${port}`;
  // On an address that is not the loopback one, the settings refuse plain HTTP: the demo goes without identity checks.
  if (!/^(localhost|127\.|\[::1\])/.test(urlHostOf(host))) return {};
  return { IDENTITY_URL: url, IDENTITY_KEY: GATEWAY_KEY, IDENTITY_SECRET: GATEWAY_WEBHOOK_SECRET };
}

/** A demo gateway that runs as a child process. */
export type GatewayProcess = {
  readonly exited: Promise<void>;
  /** Whether the gateway was killed because it hung. */
  isHung(): boolean;
  stop(): Promise<void>;
};

type GatewayProcessOptions = {
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly port: number;
  readonly host?: string;
  /** Origin at which browsers reach the gateway; '': the host name of the page with the gateway's port. */
  readonly url: string;
  /** Port of the server that receives the gateway's webhooks. */
  readonly serverPort: number;
};

/** Runs the demo gateway as a child process and resolves when it answers. It ends with this process (`boundToUs`) and is not restarted. */
export async function startGatewayProcess(options: GatewayProcessOptions): Promise<GatewayProcess> {
  const { dataDir, port, host = 'localhost' } = options;
  await endLeftover(pidFile(dataDir), sign(dataDir), 'SIGTERM');
  const logFile = join(dataDir, 'logs', 'gateway-demo.log');
  mkdirSync(dirname(logFile), { recursive: true });
  // Retains the log of the process before, which shows why it ended.
  if (existsSync(logFile)) renameSync(logFile, `${logFile}.1`);
  const log = openSync(logFile, 'a', 0o600);
  const [command = '', ...args] = boundToUs('TERM', [process.execPath, MAIN, sign(dataDir)]);
  const child = spawn(command, args, {
    stdio: ['ignore', log, log, 'ipc'],
    detached: true,
    env: {
      ...process.env,
      ...gatewayKeys(dataDir),
      DATABASE_URL: options.databaseUrl,
      GATEWAY_PORT: String(port),
      HOST: host,
      GATEWAY_URL: options.url,
      GATEWAY_WEBHOOK_URL: `http://${urlHostOf(host)}:${options.serverPort}/webhook/demo`,
    },
  });
  closeSync(log);
  const beats = watchBeats(child);
  let isEnded = false;
  const exited = new Promise<void>((done) => {
    child.on('error', () => done());
    child.once('close', () => done());
  }).then(() => {
    isEnded = true;
  });
  if (child.pid !== undefined) writeFileSync(pidFile(dataDir), String(child.pid));
  const stop = async () => {
    child.kill('SIGTERM');
    const killer = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
    await exited;
    clearTimeout(killer);
  };
  const deadline = Date.now() + READY_PATIENCE_MS;
  while (!(await answers(host, port))) {
    if (!isEnded && Date.now() < deadline) {
      await wait(CHECK_MS);
      continue;
    }
    await stop();
    throw new Stop(`the demo gateway does not start:\n${readFileSync(logFile, 'utf8').trimEnd()}`);
  }
  beats.begin();
  return { exited, isHung: beats.isKilled, stop };
}

const RESTART_MS = 1_000;

/**
 * Runs the demo gateway for a command, and restarts it one second after every unexpected end until `stop`. Rejects if the first start
 * fails.
 */
export async function superviseGateway(
  options: GatewayProcessOptions,
  say: (line: string) => void,
): Promise<{ stop(): Promise<void> }> {
  let running: GatewayProcess | undefined = await startGatewayProcess(options);
  const controller = new AbortController();
  const { signal } = controller;
  async function supervise(): Promise<void> {
    while (!signal.aborted) {
      await running?.exited;
      if (signal.aborted) return;
      say(`the demo gateway ended${running?.isHung() ? ' (it hung and was killed)' : ''}, it starts again`);
      await wait(RESTART_MS, undefined, { signal }).catch(() => undefined);
      running = signal.aborted ? undefined : await startGatewayProcess(options).catch(() => undefined);
    }
  }
  const supervised = supervise();
  return {
    async stop() {
      controller.abort();
      await running?.stop();
      await supervised;
      // A restart may have been in progress.
      await running?.stop();
    },
  };
}

async function answers(host: string, port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://${urlHostOf(host)}:${port}/healthz`, { signal: AbortSignal.timeout(1_000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
