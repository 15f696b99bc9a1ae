import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { EndpointName } from '../../../contract/endpoints.ts';
import type { Parts } from '../../parts.ts';
import type { GatewayName } from './other-paths.ts';

type Made = { readonly text: string; readonly etag: string };

/** Registers `GET /openapi.json` on the public port. The document is built at the first request, as most processes never serve it. */
export function registerOpenApi(app: FastifyInstance, parts: Parts, gateway: GatewayName): void {
  let made: Promise<Made> | undefined;
  app.get('/openapi.json', async ({ headers }, reply) => {
    made ??= makeDocument(parts, gateway);
    const { text, etag } = await made;
    reply.headers({ 'cache-control': 'no-cache', etag });
    if (isSame(headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(text);
  });
}

async function makeDocument({ all, cookies }: Parts, gateway: GatewayName): Promise<Made> {
  const { describeHttp } = await import('./document.ts');
  const domains = new Map(all.flatMap(({ name, handlers = {} }) => Object.keys(handlers).map((key) => [key, name])));
  const text = JSON.stringify(
    describeHttp({
      domainOf: (name) => domains.get(name) ?? 'server',
      setsCookie: (name: EndpointName) => Object.hasOwn(cookies, name),
      gateway,
    }),
  );
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
}

/** Whether an entity tag of If-None-Match matches (weak comparison, RFC 9110, section 13.1.2). */
const isSame = (ifNoneMatch: string | undefined, etag: string) =>
  (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
