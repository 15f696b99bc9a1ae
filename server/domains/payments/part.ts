import type { paymentsRows } from '../../../contract/payments/endpoints.ts';
import type { ApiPart, ServerDeps } from '../../part.ts';
import { serverClock } from '../../platform/clock.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import type { Gateway } from './gateway.ts';
import { frameOriginFor } from './gateways/frame-origin.ts';
import { gatewayOf } from './gateways.ts';
import { paymentsHandlers } from './handlers.ts';
import { rechargeNews } from './order/recharged.ts';
import { openTickets } from './order/tickets.ts';
import { createOrderSync } from './order-sync.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { askForReversals, detachCards, reconcileDaily, sweepOrders } from './sweep.ts';
import { webhookRoutes } from './webhook.ts';

/**
 * Creates the payments domain: purchases, webhooks, and their jobs. The state of an order is in the database and at the gateway. In
 * memory only: which orders were synced in the last seconds, and how long the sweeper pauses after a gateway failure.
 */
export function paymentsPart(
  { config, db, log }: ServerDeps,
  gateway: Gateway | undefined = gatewayOf(config),
): ApiPart<keyof typeof paymentsRows> {
  const clock = serverClock;
  const frameOrigin = (origin: string) => {
    const { protocol, hostname } = new URL(origin);
    return frameOriginFor(config.payments, { protocol: protocol.slice(0, -1), hostname }) ?? gateway?.frameOrigin ?? '';
  };
  const tickets = openTickets(config.dataDir);
  const deps: PaymentDeps = { db, gateway, tickets, clock, log, frameOriginFor: frameOrigin };
  const syncOrder = createOrderSync(deps);
  const news = rechargeNews(db, config.xmppDomain, log);
  return {
    name: 'payments',
    handlers: paymentsHandlers(deps, syncOrder),
    routes: async (app) => {
      await app.register((scope) =>
        webhookRoutes(scope, deps, syncOrder, config.rateLimits ? clientAddress(config.trustProxy) : undefined),
      );
    },
    services: [news.service],
    channels: [news.channel],
    jobs: [sweepOrders(deps, syncOrder), askForReversals(deps), reconcileDaily(deps, syncOrder), detachCards(deps)],
  };
}
