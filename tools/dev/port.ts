import { createServer } from 'node:net';
import { Stop } from '../stop.ts';

/** Throws a one-line `Stop` when the port is taken, on either loopback address. */
export async function needFreePort(
  port: number,
  setting: 'PORT' | 'GATEWAY_PORT' = 'PORT',
  command = 'npm start',
): Promise<void> {
  for (const host of ['127.0.0.1', '::1']) {
    if ((await probe(port, host)) === 'EADDRINUSE') {
      throw new Stop(`port ${port} is taken; free it, or choose another one: ${setting}=${port + 1} ${command}`);
    }
  }
}

/** A machine without IPv6 answers EADDRNOTAVAIL, which is no conflict. */
function probe(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}
