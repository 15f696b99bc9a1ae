import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { foreignHostsOf } from '../../../server/platform/http/site/build-card.ts';
import { securityHeaders } from '../../../server/platform/http/site/security-headers.ts';
import { serveSite } from '../../../server/platform/http/site/site.ts';

export type Site = { readonly url: string; close(): Promise<void> };

/** Answer that replaces the build's file: a status, or a file of another folder. */
export type Answer = { readonly status: number } | { readonly file: string; readonly type: string };

type Options = {
  /** Origins that pages may frame (CSP `frame-src`). Default: none. */
  readonly frames?: string;
};

/** Serves a build as the product does, including headers, without the server: the API answers 404. */
export async function startSite(
  distDir: string,
  answerTo?: (path: string) => Answer | undefined,
  { frames = "'none'" }: Options = {},
): Promise<Site> {
  const app = fastify();
  const policy = 'content-security-policy';
  const product = securityHeaders('', foreignHostsOf(distDir));
  const headers = { ...product, [policy]: product[policy]?.replace("frame-src 'none'", `frame-src ${frames}`) ?? '' };
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    const answer = answerTo?.(new URL(request.url, 'http://localhost').pathname);
    if (!answer) return;
    if ('status' in answer) return reply.code(answer.status).send('');
    return reply
      .header('cache-control', 'max-age=3600')
      .type(answer.type)
      .send(await readFile(answer.file));
  });
  await serveSite(app, distDir);
  await app.listen({ port: 0, host: 'localhost' });
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, close: () => app.close() };
}
