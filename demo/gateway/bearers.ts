import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Fastify hook that answers 401 to requests without the merchant's bearer key; guards the API, the console's API and the simulated APIs of
 * Stripe.
 */
export const onlyForBearers = (key: string) => async (request: FastifyRequest, reply: FastifyReply) => {
  reply.header('cache-control', 'no-store');
  if (!isSame(request.headers.authorization ?? '', `Bearer ${key}`))
    return reply.code(401).send({ error: 'no such key' });
};

const hashOf = (text: string) => createHash('sha256').update(text).digest();
const isSame = (left: string, right: string) => timingSafeEqual(hashOf(left), hashOf(right));
