import fastify from 'fastify';
import { expect, test } from 'vitest';
import { limitSignIns } from '../../../../server/platform/limits/operator-limits.ts';

test('a name counts as the same operator with white space around it', async () => {
  const app = fastify();
  const [taken, given]: [unknown[], unknown[]] = [[], []];
  const limit = await limitSignIns(app, {
    addressOf: () => '127.0.0.1',
    max: 10,
    take: async (_kind, name) => {
      taken.push(name);
      return 0;
    },
    giveBack: async (_kind, name) => void given.push(name),
  });
  app.post('/', async (request) => {
    const attempt = await limit(request, String(request.query && Object(request.query).name));
    if ('right' in attempt) await attempt.right();
    return {};
  });
  for (const name of ['ina', ' ina', 'ina\t', '\u00a0ina ']) {
    expect((await app.inject({ method: 'POST', url: '/', query: { name } })).statusCode).toBe(200);
  }
  expect([taken, given]).toEqual([Array(4).fill('ina'), Array(4).fill('ina')]);
  await app.close();
});
