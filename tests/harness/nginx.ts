import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { boundToUs } from '../../server/process/bound.ts';
import { freePort } from '../../server/prosody/ports.ts';
import { NGINX, needTool } from '../../server/run/tools.ts';
import { removeFolder, temporaryFolder } from './temporary.ts';

const CONFIG = fileURLToPath(new URL('../../deploy/nginx.conf', import.meta.url));
const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 20;

/** A replacement that the file does not ask for would leave the test on something else. */
function replaced(text: string, from: string | RegExp, to: string): string {
  const result = text.replaceAll(from, to);
  if (result === text) throw new Error(`deploy/nginx.conf has no ${from}`);
  return result;
}

/** nginx with TLS as deploy/nginx.conf has it, but for its ports, certificate and the ports of the processes behind it. */
export async function startNginx(ports: readonly [number, number]) {
  needTool(NGINX);
  const folder = temporaryFolder('nginx');
  mkdirSync(folder, { recursive: true });
  const [port, plain] = [await freePort(), await freePort()];
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-keyout', key, '-out', cert, ...subject],
  ]);
  if (made.status !== 0) throw new Error(`no certificate: ${made.stderr}`);
  const changes: readonly (readonly [string | RegExp, string])[] = [
    ['server1:4600', `127.0.0.1:${ports[0]}`],
    ['server2:4600', `127.0.0.1:${ports[1]}`],
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['listen 443', `listen 127.0.0.1:${port}`],
    ['/etc/gemcall/tls/fullchain.pem', cert],
    ['/etc/gemcall/tls/privkey.pem', key],
    ['pid /run/nginx.pid;', `pid ${join(folder, 'nginx.pid')};\ndaemon off;`],
    [/http \{\n/g, `http {\n  client_body_temp_path ${folder}/body;\n  proxy_temp_path ${folder}/proxy;\n`],
  ];
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    changes.reduce((text, [from, to]) => replaced(text, from, to), readFileSync(CONFIG, 'utf8')),
  );
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };
  const [command = '', ...args] = boundToUs('TERM', ['nginx', '-c', file, '-e', 'stderr']);
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  const exited = once(child, 'exit');
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await listens(port))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`nginx does not start: ${said}`);
    await wait(LOOK_EVERY_MS);
  }
  return {
    url: `https://localhost:${port}`,
    port,
    plainPort: plain,
    certificate: readFileSync(cert, 'utf8'),
    async stop() {
      child.kill('SIGTERM');
      await exited;
      removeFolder(folder);
    },
  };
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const tell = (answer: boolean) => () => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', tell(true));
    socket.once('error', tell(false));
  });
