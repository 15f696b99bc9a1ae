import type { FastifyInstance } from 'fastify';
import type { AddressOf } from '../../../../platform/http/client-address.ts';
import { failureOf } from '../../../../platform/http/failures.ts';
import { RequestRefused } from '../../../../platform/http/replies.ts';
import { acceptWebhooks, rawBodyOf, WEBHOOK_MAX_BYTES } from '../../../payments/webhook.ts';
import { type ConnectDeps, markAccountDue, syncAccount } from './account.ts';
import { advanceTransfer, markTransferDue } from './transfers.ts';

/**
 * Registers the route that receives the webhooks of Stripe Connect: of accounts of hosts, and of transfers. A verified event only triggers
 * a question to Stripe: a repeated, late or reordered one stores nothing of its own. Events about objects that no host has are accepted
 * and ignored.
 */
export async function connectWebhook(
  app: FastifyInstance,
  deps: ConnectDeps,
  /** Client address for the rate limit; undefined: no limit. */
  addressOf: AddressOf | undefined,
): Promise<void> {
  const { provider, db, clock, log } = deps;
  await acceptWebhooks(app, addressOf);
  app.post('/webhook/payouts', { bodyLimit: WEBHOOK_MAX_BYTES }, async (request, reply) => {
    const verified = provider.verifyWebhook(rawBodyOf(request), request.headers, clock.now());
    if (!verified.ok) throw new RequestRefused(failureOf({ code: 'bad-request', detail: verified.error }));
    const event = verified.value;
    // Not awaited: Stripe expects a prompt answer, and the object is marked as due.
    if (event.kind === 'account' && (await markAccountDue(db, event.ref))) {
      syncAccount(deps, event.ref).catch((error: unknown) =>
        log.warn({ err: error }, 'failed to ask for a connected account'),
      );
    }
    const payoutId = event.kind === 'transfer' ? await markTransferDue(db, event) : undefined;
    if (payoutId !== undefined) {
      advanceTransfer(deps, payoutId).catch((error: unknown) =>
        log.warn({ err: error, payout: payoutId }, 'failed to advance the transfer of a payout'),
      );
    }
    return reply.code(200).send({});
  });
}
