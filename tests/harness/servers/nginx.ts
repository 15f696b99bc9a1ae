import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../server/platform/prosody/ports.ts';
import { runNginx } from '../../../tools/dev/two/nginx.ts';
import { NGINX, needTool } from '../../../tools/installed-tools.ts';
import { removeFolder, temporaryFolder } from '../temporary.ts';

/** nginx with TLS as in deploy/nginx.conf, with a self-signed certificate. */
export async function startNginx(ports: readonly [number, number]) {
  needTool(NGINX);
  const folder = temporaryFolder('nginx');
  const [port, plainPort] = [await freePort(), await freePort()];
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = spawnSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
    '-keyout',
    key,
    '-out',
    certificate,
    ...subject,
  ]);
  if (made.status !== 0) throw new Error(`no certificate: ${made.stderr}`);
  const proxy = await runNginx({ folder, port, behind: ports, tls: { certificate, key, plainPort } });
  return {
    url: `https://localhost:${port}`,
    port,
    plainPort,
    certificate: readFileSync(certificate, 'utf8'),
    async stop() {
      await proxy.stop();
      removeFolder(folder);
    },
  };
}
