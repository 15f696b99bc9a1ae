import type { paymentsRows } from '../../contract/payments/endpoints.ts';
import type { ApiPart, Surroundings } from '../part.ts';
import type { Gateway } from './gateway.ts';
import { gatewayOf } from './gateways.ts';
import { paymentsHandlers } from './handlers.ts';
import { createLook } from './look.ts';
import { noteReversals } from './note-reversals.ts';
import { rechargeNews } from './recharged.ts';
import { reconcileDaily, refundHandler, sweepRefunds } from './refunds.ts';
import { refundableOf } from './reversals.ts';
import { sweepOrders } from './sweep.ts';
import { openTickets } from './tickets.ts';
import type { Till } from './till.ts';
import { webhookRoutes } from './webhook.ts';

/**
 * Purchases. All that an order is lies in the database and at the gateway. Kept in memory only: which orders were looked at in the
 * last seconds, and how long a silent gateway is left alone.
 */
export function paymentsPart(
  { config, db, log }: Surroundings,
  gateway: Gateway | undefined = gatewayOf(config),
): ApiPart<keyof typeof paymentsRows> {
  const clock = { now: () => Date.now() };
  const till: Till = {
    ...{ db, gateway, tickets: openTickets(config.dataDir), clock, log },
    noteReversals: (orderId, reversed) => noteReversals(db, orderId, reversed),
  };
  const look = createLook(till);
  const news = rechargeNews(db, config.xmppDomain, log);
  return {
    name: 'payments',
    handlers: paymentsHandlers(till, look, {
      refundOrder: refundHandler(till),
      refundable: refundableOf,
    }),
    routes: async (app) => {
      await app.register((scope) => webhookRoutes(scope, till, look, config.rateLimits));
    },
    services: [news.service],
    channels: [news.channel],
    jobs: [sweepOrders(till, look), sweepRefunds(till), reconcileDaily(till, look)],
  };
}
