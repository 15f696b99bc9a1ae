import xml from '@xmpp/xml';
import {
  type GiftPurchase,
  type GiftRefused,
  type GiftResponseData,
  readGiftAnswer,
  writeGiftRequest,
} from '#contract/gifts/buy.ts';
import type { GiftOrder } from '#contract/gifts/gift.ts';
import type { Request } from '../xmpp/iq.ts';

/**
 * Outcome of a purchase request.
 *
 * - `unknown`: no timely response, or the stream broke; the purchase may have happened
 * - `refused`: nothing was bought. `condition`: of the stanza error; the member `refused`: the gift service's own reason, if any
 */
export type BuyOutcome =
  | { readonly is: 'bought'; readonly bought: GiftPurchase }
  | { readonly is: 'refused'; readonly condition: string; readonly refused: GiftRefused | undefined }
  | { readonly is: 'unknown' };

/** Requests to the gift service over the current stream. */
export type GiftLine = {
  isUp(): boolean;
  open(request: Request, service: string): void;
  close(): void;
  buy(order: GiftOrder): Promise<BuyOutcome>;
  /** Returns the state of a purchase; undefined without a response. */
  stateOf(op: string): Promise<GiftResponseData<'GiftState'> | undefined>;
};

/** Creates the request channel to the gift service, which uses the stream passed to `open`. */
export function createGiftLine(): GiftLine {
  let request: Request | undefined;
  let service = '';
  const iq = (action: ReturnType<typeof writeGiftRequest>) => xml('iq', { type: 'set', to: service }, action);

  return {
    isUp: () => request !== undefined,
    open(next, address) {
      request = next;
      service = address;
    },
    close() {
      request = undefined;
    },
    async buy(order) {
      const answer = await request?.(iq(writeGiftRequest({ name: 'GiftBuy', data: order })));
      if (!answer) return { is: 'unknown' };
      if (!answer.ok) {
        const { error } = answer;
        if (error.code !== 'refused') return { is: 'unknown' };
        // A server failure says nothing about the purchase.
        if (error.condition === 'internal-server-error') return { is: 'unknown' };
        return { is: 'refused', condition: error.condition, refused: error.gift };
      }
      const bought = readGiftAnswer('GiftBuy', answer.value);
      return bought ? { is: 'bought', bought } : { is: 'unknown' };
    },
    async stateOf(op) {
      const answer = await request?.(iq(writeGiftRequest({ name: 'GiftState', data: { op } })));
      return answer?.ok ? readGiftAnswer('GiftState', answer.value) : undefined;
    },
  };
}
