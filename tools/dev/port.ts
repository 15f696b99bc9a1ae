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

/** Error code of listening on the port, if any. Without IPv6 it is EADDRNOTAVAIL, which is not a conflict. */
function probe(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}
