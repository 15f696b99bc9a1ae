import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { foreignHostsOf } from '../../server/http/build-card.ts';
import { securityHeaders } from '../../server/http/security-headers.ts';
import { serveSite } from '../../server/site.ts';

export type Site = { readonly url: string; close(): Promise<void> };

/** Build as the product serves it, headers included, without a server behind it: the API is a 404. */
export async function startSite(distDir: string): Promise<Site> {
  const app = fastify();
  const headers = securityHeaders('', foreignHostsOf(distDir));
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
  await serveSite(app, distDir);
  await app.listen({ port: 0, host: 'localhost' });
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, close: () => app.close() };
}
