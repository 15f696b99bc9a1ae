import type { Config } from '../config.ts';
import type { Gateway } from './gateway.ts';
import { createStripeGateway } from './gateways/stripe.ts';

/** The gateway of the configuration; undefined: nothing is sold. */
export function gatewayOf({ payments }: Pick<Config, 'payments'>): Gateway | undefined {
  return payments.gateway === 'stripe' ? createStripeGateway(payments.stripe) : undefined;
}
