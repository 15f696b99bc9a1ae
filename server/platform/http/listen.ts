import { createServer, isIPv6, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { StartError } from '../process/start-error.ts';

const [LOOPBACK, LOOPBACK_6] = ['127.0.0.1', '::1'];

/** Whether other machines may reach the server: one of its allowed host names is not a loopback name. A demo then warns. */
export function isReachable({ allowedHosts }: Pick<Config, 'allowedHosts'>): boolean {
  return allowedHosts.some((name) => !isLoopbackName(name));
}

const isLoopbackName = (name: string) => /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(name);

const ANY = new Map([
  ['localhost', LOOPBACK],
  ['0.0.0.0', LOOPBACK],
  ['::', `[${LOOPBACK_6}]`],
]);

/**
 * The host by which programs on this machine reach a server that listens on the address `host`, as it is written in a URL: IPv6 addresses
 * have brackets, and an address that stands for all becomes the loopback one.
 */
export const urlHostOf = (host: string): string => ANY.get(host) ?? (isIPv6(host) ? `[${host}]` : host);

/** The host in URLs that are shown to people or opened by browsers: `localhost` stays a name, because browsers trust it without TLS. */
export const pageHostOf = (host: string): string => (host === 'localhost' ? host : urlHostOf(host));

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
  try {
    await app.listen({ port, host: host === 'localhost' ? LOOPBACK : host });
  } catch (error) {
    throw listenError(error, host, port, 'PORT') ?? error;
  }
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

/** The name of the setting of a port, for error messages; `HOST_SETTING` names the setting of its address. */
export type PortSetting = 'PORT' | 'METRICS_PORT' | 'OPERATOR_PORT' | 'GATEWAY_PORT';

const HOST_SETTING = {
  PORT: 'HOST',
  METRICS_PORT: 'METRICS_HOST',
  OPERATOR_PORT: 'OPERATOR_HOST',
  GATEWAY_PORT: 'HOST',
};

/** The error of a port or address that cannot be listened on, in the words of the settings; undefined for any other error. */
function listenError(error: unknown, host: string, port: number, setting: PortSetting): StartError | undefined {
  const code = Reflect.get(Object(error), 'code');
  switch (code) {
    case 'EADDRINUSE':
      return new StartError(`${setting}: ${port} is taken on ${host}; free it, or choose another one (${code})`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new StartError(
        `${HOST_SETTING[setting]}: ${host} is no address of this machine (${code}); 0.0.0.0 or :: are all of them`,
      );
    case 'EACCES':
      return new StartError(`${setting}: this user may not listen on ${port}; use a port above 1023 (${code})`);
    default:
      return undefined;
  }
}

/**
 * Checks, before a start creates anything, that this process can listen on the port: throws a `StartError` that names the setting if it
 * is taken, or if the address is none of this machine. Port 0 checks the address only.
 */
export async function checkPort(host: string, port: number, setting: PortSetting): Promise<void> {
  const address = host === 'localhost' ? LOOPBACK : host;
  try {
    await new Promise<void>((done, failed) => {
      const server = createServer();
      server.on('error', failed);
      server.listen(port, address, () => server.close(() => done()));
    });
  } catch (error) {
    throw listenError(error, host, port, setting) ?? error;
  }
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
