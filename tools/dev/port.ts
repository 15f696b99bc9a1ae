import { createServer } from 'node:net';
import { portAfter } from '../../server/config-addresses.ts';
import { Stop } from '../stop.ts';

const LOOPBACK = ['127.0.0.1', '::1'];

/**
 * Called before a server starts: throws a one-line `Stop` with a free choice if the port is in use on a loopback address (IPv4 or IPv6).
 */
export async function needFreePort(
  port: number,
  setting: 'PORT' | 'GATEWAY_PORT' = 'PORT',
  command = 'npm start',
): Promise<void> {
  for (const host of LOOPBACK) {
    if ((await probe(port, host)) === 'EADDRINUSE') {
      const free = portAfter(port);
      throw new Stop(`port ${port} is taken; free it, or choose another one: ${setting}=${free} ${command}`);
    }
  }
}

/** Called before a server starts: throws a one-line `Stop` if this machine cannot listen on the address, or this user on the port. */
export async function needAddress(host: string, port: number): Promise<void> {
  if (host === 'localhost') return;
  const code = await probe(port, host);
  if (code === 'EADDRINUSE') throw new Stop(`port ${port} is taken on ${host}; free it, or choose another PORT`);
  if (code === 'EACCES') throw new Stop(`this user may not listen on port ${port}; choose a PORT above 1023`);
  if (code !== undefined) throw new Stop(`HOST: ${host} is no address of this machine (${code})`);
}

/** Error code of listening on the port, if any. Without IPv6 it is EADDRNOTAVAIL, which is not a conflict. */
function probe(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}
