import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { boundToUs } from '../../../server/platform/process/bound.ts';
import { freePort } from '../../../server/platform/prosody/ports.ts';
import { removeFolder, temporaryFolder } from '../temporary.ts';

export type Coturn = {
  readonly secret: string;
  /** Value for the server's setting TURN_URL. */
  url(transport: 'udp' | 'tcp'): string;
  /** SIGKILL: the relays are gone at once. */
  kill(): Promise<void>;
  /** Starts a new server in its place, without the former relays. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Below the ephemeral ports that the system assigns, so that no other process uses them. */
const RELAY_PORTS = { min: 20_000, max: 20_199 };
const PATIENCE_MS = 60_000;
const CHECK_MS = 20;

/** A real coturn with time-limited credentials, for this machine only: plain UDP and TCP on a free port, loopback peers allowed. */
export async function startCoturn(): Promise<Coturn> {
  const folder = temporaryFolder('coturn');
  const [port, secret] = [await freePort(), 'a secret of a test'];
  const config = join(folder, 'turnserver.conf');
  const logFile = join(folder, 'turnserver.log');
  const settings = [
    'listening-ip=127.0.0.1',
    `listening-port=${port}`,
    'relay-ip=127.0.0.1',
    `min-port=${RELAY_PORTS.min}`,
    `max-port=${RELAY_PORTS.max}`,
    'allow-loopback-peers',
    'realm=gemcall.test',
    'use-auth-secret',
    `static-auth-secret=${secret}`,
    'no-tls',
    'no-dtls',
    'no-cli',
    'no-rfc5780',
    `userdb=${join(folder, 'turndb')}`,
    `pidfile=${join(folder, 'turnserver.pid')}`,
    `log-file=${logFile}`,
    'simple-log',
    'no-stdout-log',
  ];
  writeFileSync(config, `${settings.join('\n')}\n`, { mode: 0o600 });
  let running: { readonly end: (signal: NodeJS.Signals) => Promise<void> } | undefined;

  async function start(): Promise<void> {
    const [command = '', ...args] = boundToUs('KILL', ['turnserver', '-c', config]);
    const child = spawn(command, args, { stdio: 'ignore' });
    let ended = false;
    const exited = new Promise<void>((resolve) => {
      const end = () => {
        ended = true;
        resolve();
      };
      child.on('error', end);
      child.once('close', end);
    });
    running = {
      async end(signal) {
        child.kill(signal);
        await exited;
      },
    };
    const deadline = Date.now() + PATIENCE_MS;
    while (!(await listens(port))) {
      if (ended || Date.now() > deadline) throw new Error(`coturn does not start: ${readFileSync(logFile, 'utf8')}`);
      await wait(CHECK_MS);
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    await running?.end(signal);
    running = undefined;
  }

  await start();
  return {
    secret,
    url: (transport) => `turn:127.0.0.1:${port}?transport=${transport}`,
    kill: () => end('SIGKILL'),
    start,
    async stop() {
      await end('SIGTERM');
      removeFolder(folder);
    },
  };
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
