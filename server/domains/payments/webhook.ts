import rateLimit from '@fastify/rate-limit';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '../../../contract/durations.ts';
import { WEBHOOKS_PER_MINUTE } from '../../../contract/payments/rules.ts';
import type { AddressOf } from '../../platform/http/client-address.ts';
import { failureOf } from '../../platform/http/failures.ts';
import { RequestRefused } from '../../platform/http/replies.ts';
import type { OrderSync } from './order-sync.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { gatewayEvent, paymentCall, paymentOrder } from './tables.ts';

/** Maximum size of the body of a webhook, in bytes. */
export const WEBHOOK_MAX_BYTES = 65_536;

/**
 * Makes the routes of a scope receive raw bodies, which signatures cover, and limits their requests per client address. `addressOf`
 * undefined: no limit.
 */
export async function acceptWebhooks(app: FastifyInstance, addressOf: AddressOf | undefined): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: WEBHOOK_MAX_BYTES }, (_request, body, done) =>
    done(null, body),
  );
  if (!addressOf) return;
  await app.register(rateLimit, {
    max: WEBHOOKS_PER_MINUTE,
    timeWindow: MINUTE_MS,
    keyGenerator: ({ raw }) => addressOf(raw),
    errorResponseBuilder: (_request, { ttl }) =>
      new RequestRefused(failureOf({ code: 'rate-limited', retryAfterMs: ttl })),
  });
}

/** The raw body of a request in a scope of `acceptWebhooks`; empty if it has none. */
export const rawBodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/**
 * Registers the route that receives the gateway's webhooks. A verified event only triggers a sync; its content is not trusted. The
 * session or charge that it names is committed with the event, so that it is asked about even if the process dies. Repeated events are
 * ignored. The rate limit is per address, so that forged webhooks cannot block the gateway's.
 */
export async function webhookRoutes(
  app: FastifyInstance,
  deps: PaymentDeps,
  syncOrder: OrderSync,
  /** Client address for the rate limit; undefined: no limit. */
  addressOf: AddressOf | undefined,
): Promise<void> {
  const { db, gateway, clock, log } = deps;
  if (gateway === undefined) return;
  await acceptWebhooks(app, addressOf);
  app.post(`/webhook/${gateway.name}`, { bodyLimit: WEBHOOK_MAX_BYTES }, async (request, reply) => {
    const raw = rawBodyOf(request);
    const verified = gateway.verifyWebhook(raw, request.headers, clock.now());
    if (!verified.ok) throw new RequestRefused(failureOf({ code: 'bad-request', detail: verified.error }));
    const { eventId, ref, orderId: named } = verified.value;
    const { orderId, isSession = ref !== '' } = await orderFor(named, ref);
    const isNew = await db.transaction(async (tx) => {
      const [taken] = await tx
        .insert(gatewayEvent)
        .values({
          gateway: gateway.name,
          eventId,
          at: new Date(clock.now()),
          orderId: orderId ?? null,
          ref: orderId !== undefined && isSession ? ref : null,
        })
        .onConflictDoNothing()
        .returning({ eventId: gatewayEvent.eventId });
      if (taken && orderId !== undefined) {
        await tx
          .update(paymentOrder)
          .set({ askAt: new Date(clock.now()) })
          .where(eq(paymentOrder.id, orderId));
      }
      return taken !== undefined;
    });
    // Not awaited: the gateway expects a prompt answer, and the order is marked as due.
    if (isNew && orderId !== undefined) {
      syncOrder(orderId).catch((error: unknown) => log.warn({ order: orderId, err: error }, 'failed to sync an order'));
    }
    return reply.code(200).send({});
  });

  async function orderFor(named: string, ref: string): Promise<{ orderId?: string; isSession?: boolean }> {
    if (named !== '') {
      const [order] = await db.select({ id: paymentOrder.id }).from(paymentOrder).where(eq(paymentOrder.id, named));
      if (order) return { orderId: order.id };
    }
    if (ref === '') return {};
    const [call] = await db.select({ id: paymentCall.orderId }).from(paymentCall).where(eq(paymentCall.ref, ref));
    if (call) return { orderId: call.id };
    // A dispute names only the payment.
    const [paid] = await db.select({ id: paymentOrder.id }).from(paymentOrder).where(eq(paymentOrder.paymentRef, ref));
    return paid ? { orderId: paid.id, isSession: false } : {};
  }
}
