import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { boundToUs } from '../../../server/platform/process/bound.ts';
import { Stop } from '../../stop.ts';
import { listens } from './listens.ts';

const CONFIG = fileURLToPath(new URL('../../../deploy/nginx.conf', import.meta.url));
const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 20;

type Proxy = {
  readonly folder: string;
  readonly port: number;
  /** Ports of the server processes. */
  readonly behind: readonly [number, number];
  /** Omitted: plain HTTP, for a browser on this machine. `plainPort` redirects to HTTPS. */
  readonly tls?: { readonly certificate: string; readonly key: string; readonly plainPort: number };
};

/** Replaces text of the configuration; fails if it does not occur, as the result would differ from what is intended. */
function replaced(text: string, [from, to]: readonly [string | RegExp, string]): string {
  const result = text.replaceAll(from, to);
  if (result === text) throw new Error(`deploy/nginx.conf has no ${from}`);
  return result;
}

/** Text of deploy/nginx.conf with the ports, certificate and upstreams of this run, listening on loopback only. */
export function nginxConfig({ folder, port, behind, tls }: Proxy): string {
  const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));
  const ports: readonly (readonly [string | RegExp, string])[] = tls
    ? [
        ['listen 80;', `listen 127.0.0.1:${tls.plainPort};`],
        ['listen 443', `listen 127.0.0.1:${port}`],
        ['/etc/gemcall/tls/fullchain.pem', tls.certificate],
        ['/etc/gemcall/tls/privkey.pem', tls.key],
      ]
    : [
        [/ {2}server \{\n {4}listen 80;.*?\n {2}\}\n/gs, ''],
        ['listen 443 ssl http2;', `listen 127.0.0.1:${port};${hasIpv6 ? ` listen [::1]:${port};` : ''}`],
        [/ {4}ssl_.*\n/g, ''],
      ];
  return [
    ['server1:4600', `127.0.0.1:${behind[0]}`] as const,
    ['server2:4600', `127.0.0.1:${behind[1]}`] as const,
    ['pid /run/nginx.pid;', `pid ${join(folder, 'nginx.pid')};\ndaemon off;`] as const,
    [/http \{\n/g, `http {\n  client_body_temp_path ${folder}/body;\n  proxy_temp_path ${folder}/proxy;\n`] as const,
    ...ports,
  ].reduce(replaced, readFileSync(CONFIG, 'utf8'));
}

/** A running nginx; `exited` resolves when it ends. */
export type RunningProxy = { readonly exited: Promise<unknown>; stop(): Promise<void> };

/**
 * Runs nginx in front of two server processes as a child process, for `npm run two` and tests, and resolves when it accepts connections. It
 * ends with this process (`boundToUs`).
 */
export async function runNginx(proxy: Proxy): Promise<RunningProxy> {
  mkdirSync(proxy.folder, { recursive: true });
  const file = join(proxy.folder, 'nginx.conf');
  writeFileSync(file, nginxConfig(proxy));
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };
  const [command = '', ...args] = boundToUs('TERM', ['nginx', '-c', file, '-e', 'stderr']);
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  let said = '';
  const { stderr: stream } = child;
  stream.on('data', (chunk) => {
    said = `${said}${String(chunk)}`.slice(-4_000);
  });
  // Errors of reading its output are ignored.
  stream.on('error', () => undefined);
  let hasEnded = false;
  const exited = new Promise<void>((done) => {
    child.on('error', ({ message }) => {
      said = message;
      done();
    });
    child.once('exit', () => done());
  }).then(() => {
    hasEnded = true;
  });
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await listens(proxy.port))) {
    if (hasEnded || Date.now() > deadline) throw new Stop(`nginx does not start: ${said.trim()}`);
    await wait(LOOK_EVERY_MS);
  }
  return {
    exited,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
