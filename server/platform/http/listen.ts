import { createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';

const [LOOPBACK, LOOPBACK_6] = ['127.0.0.1', '::1'];

/** Whether other machines may reach the server: it listens beyond loopback, or goes by a name that is not a loopback name. */
export function isReachable({ allowedHosts }: Pick<Config, 'allowedHosts'>): boolean {
  return allowedHosts.some((name) => !isLoopbackName(name));
}

const isLoopbackName = (name: string) => /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(name);

export type Listening = {
  readonly port: number;
  /** Takes no connection more. Resolves when those that are open have ended. */
  stop(): Promise<void>;
};

/**
 * Listens. `localhost` means both loopback addresses, because browsers may try either first; the sockets of both belong to the one
 * server, and to the code that manages its sockets.
 */
export async function listenOn(
  app: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listening> {
  await app.listen({ port, host: host === 'localhost' ? LOOPBACK : host });
  const address = app.server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  const second = host === 'localhost' ? await listenBeside(app, bound) : undefined;
  return {
    port: bound,
    async stop() {
      second?.close();
      await new Promise<void>((done) => app.server.close(() => done()));
    },
  };
}

async function listenBeside(app: FastifyInstance, port: number): Promise<Server> {
  const second = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    app.server.emit('connection', socket),
  );
  await new Promise<void>((done) => {
    // On a machine without IPv6, or with a taken port there, the other address serves.
    second.on('error', () => done());
    second.listen(port, LOOPBACK_6, done);
  });
  app.server.once('close', () => second.close());
  return second;
}
