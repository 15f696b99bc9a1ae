import { createServer } from 'node:http';
import { isKnownHost } from '../http/hosts.ts';
import type { Collector } from './prometheus.ts';

/** The HTTP server of `/metrics`, with the port that it listens on. */
export type MetricsListener = { readonly port: number; close(): Promise<void> };

/**
 * Serves `/metrics` to Prometheus, if METRICS_PORT is set, on a port of its own, which the app's proxy does not expose, as metrics are
 * confidential. It listens on loopback by default, and accepts allowed Host names only, against DNS rebinding.
 */
export async function listenForMetrics(
  collector: Collector,
  {
    host,
    port,
    allowedHosts,
  }: { readonly host: string; readonly port: number; readonly allowedHosts: readonly string[] },
): Promise<MetricsListener> {
  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    const say = (status: number) => response.writeHead(status, { 'cache-control': 'no-store' }).end();
    if (!isKnownHost(request.headers.host, allowedHosts)) return say(421);
    if (request.url !== '/metrics') return say(404);
    if (request.method !== 'GET') return say(405);
    collector.text().then(
      (text) =>
        response.writeHead(200, { 'content-type': collector.contentType, 'cache-control': 'no-store' }).end(text),
      () => say(500),
    );
    return undefined;
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, host, done);
  });
  // Once it listens, a connection that cannot be accepted must not end the process.
  server.on('error', () => undefined);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
