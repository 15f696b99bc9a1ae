import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';

const [LOOPBACK, LOOPBACK_6] = ['127.0.0.1', '::1'];

/**
 * Listens, and returns the port. `localhost` means both loopback addresses, because browsers may try either first; the
 * sockets of both belong to the one server, and to the code that manages its sockets.
 */
export async function listenOn(app: FastifyInstance, { host, port }: { readonly host: string; readonly port: number }) {
  await app.listen({ port, host: host === 'localhost' ? LOOPBACK : host });
  const address = app.server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  if (host === 'localhost') {
    const second = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      app.server.emit('connection', socket),
    );
    await new Promise<void>((done) => {
      // On a machine without IPv6, or with a taken port there, the other address serves.
      second.on('error', () => done());
      second.listen(bound, LOOPBACK_6, done);
    });
    app.server.once('close', () => second.close());
  }
  return bound;
}
