import type { paymentsRows } from '../../contract/payments/endpoints.ts';
import { fail } from '../../contract/result.ts';
import type { ApiPart, Surroundings } from '../part.ts';

/** STUB, to be replaced by part-orders. */
export function paymentsPart(_around: Surroundings): ApiPart<keyof typeof paymentsRows> {
  const none = async () => fail({ code: 'gateway-down' } as const);
  return {
    name: 'payments',
    handlers: {
      ...{ paymentChannels: none, createOrder: none, payOrderStatus: none, authenticationPayment: none },
      ...{ saveBankCard: none, cancelOrder: none, refundOrder: none, payRecords: none, spendLimits: none },
    },
  };
}
