import type { Config } from '../../config.ts';
import type { Gateway } from './gateway.ts';
import { createDemoGateway, demoSettings } from './gateways/demo.ts';
import { createStripeGateway } from './gateways/stripe.ts';

/** Creates the client of the gateway that the configuration selects; undefined if payments are off, so nothing is sold. */
export function gatewayOf(config: Pick<Config, 'host' | 'payments'>): Gateway | undefined {
  switch (config.payments.gateway) {
    case 'demo':
      return createDemoGateway(demoSettings(config));
    case 'stripe':
      return createStripeGateway(config.payments.stripe);
    case 'off':
      return undefined;
  }
}
