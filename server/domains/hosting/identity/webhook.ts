import type { FastifyInstance } from 'fastify';
import type { AddressOf } from '../../../platform/http/client-address.ts';
import { failureOf } from '../../../platform/http/failures.ts';
import { RequestRefused } from '../../../platform/http/replies.ts';
import { acceptWebhooks, rawBodyOf, WEBHOOK_MAX_BYTES } from '../../payments/webhook.ts';
import { type IdentityDeps, markDue, syncIdentity } from './identity.ts';

/**
 * Registers the route that receives the webhooks of the identity provider. A verified event only triggers a question to the provider: a
 * repeated, late or reordered one stores nothing of its own. Events about sessions that no account has are accepted and ignored.
 */
export async function identityWebhook(
  app: FastifyInstance,
  deps: IdentityDeps,
  /** Client address for the rate limit; undefined: no limit. */
  addressOf: AddressOf | undefined,
): Promise<void> {
  const { provider, db, clock, log } = deps;
  await acceptWebhooks(app, addressOf);
  app.post('/webhook/identity', { bodyLimit: WEBHOOK_MAX_BYTES }, async (request, reply) => {
    const verified = provider.verifyWebhook(rawBodyOf(request), request.headers, clock.now());
    if (!verified.ok) throw new RequestRefused(failureOf({ code: 'bad-request', detail: verified.error }));
    const ref = verified.value;
    // Not awaited: the provider expects a prompt answer, and the session is marked as due.
    if (ref !== '' && (await markDue(db, ref))) {
      syncIdentity(deps, ref).catch((error: unknown) =>
        log.warn({ err: error }, 'failed to ask for an identity check'),
      );
    }
    return reply.code(200).send({});
  });
}
