import fastify from 'fastify';
import { expect, test } from 'vitest';
import { endpoints } from '../../../../contract/endpoints.ts';
import { type ApiParts, registerApi } from '../../../../server/api.ts';
import { envelope } from '../../../harness/envelope.ts';

test('a handler gets no operation id when its endpoint changes nothing', async () => {
  const callers: unknown[] = [];
  const websiteConfig = async (caller: unknown) => {
    callers.push(caller);
    return { ok: false, error: { code: 'not-found' } };
  };
  const app = fastify();
  registerApi(app, { handlers: { websiteConfig }, replays: {}, cookies: {}, limits: [] } as unknown as ApiParts);
  await app.inject({ method: 'POST', url: endpoints.websiteConfig.path, payload: envelope({}) });
  expect(callers).toMatchObject([{ uid: 0, once: undefined }]);
  await app.close();
});
