import { createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';

const [LOOPBACK, LOOPBACK_6] = ['127.0.0.1', '::1'];

/** Whether other machines may reach the server: one of its allowed host names is not a loopback name. A demo then warns. */
export function isReachable({ allowedHosts }: Pick<Config, 'allowedHosts'>): boolean {
  return allowedHosts.some((name) => !isLoopbackName(name));
}

const isLoopbackName = (name: string) => /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(name);

/** The server of the public port, which accepts connections until `stop`. */
export type Listening = {
  readonly port: number;
  /** Stops accepting connections. Resolves when the open ones have ended. */
  stop(): Promise<void>;
};

/**
 * Starts to listen on the public port. `localhost` listens on both loopback addresses, because browsers may try either first; sockets of
 * both belong to the same server and are limited together.
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
    // Without IPv6, or when its port is taken, only the IPv4 address is used.
    second.on('error', () => done());
    second.listen(port, LOOPBACK_6, done);
  });
  app.server.once('close', () => second.close());
  return second;
}
