import type { Config } from '../../config.ts';
import type { Gateway } from './gateway.ts';
import { createDemoGateway, demoSettings } from './gateways/demo.ts';
import { createStripeGateway, type StripeSettings } from './gateways/stripe.ts';

/** Creates the client of the gateway that the configuration selects; undefined if payments are off, so nothing is sold. */
export function gatewayOf(config: Pick<Config, 'host' | 'payments'>): Gateway | undefined {
  switch (config.payments.gateway) {
    case 'demo':
      return createDemoGateway(demoSettings(config));
    case 'stripe':
      return createStripeGateway(stripeSettings(config.payments.stripe));
    case 'off':
      return undefined;
  }
}

function stripeSettings({ api, ...keys }: Config['payments']['stripe']): StripeSettings {
  return api === undefined ? keys : { ...keys, api: stripePlace(api) };
}

/** The origin of an API like Stripe's as the settings of the SDK. */
export function stripePlace(origin: string): NonNullable<StripeSettings['api']> {
  const { protocol, hostname, port } = new URL(origin);
  const isPlain = protocol === 'http:';
  return { host: hostname, port: Number(port || (isPlain ? 80 : 443)), protocol: isPlain ? 'http' : 'https' };
}
