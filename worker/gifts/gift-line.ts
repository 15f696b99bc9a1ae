import xml from '@xmpp/xml';
import {
  type Bought,
  type GiftHears,
  type GiftRefused,
  readGiftAnswer,
  writeGiftRequest,
} from '#contract/gifts/buy.ts';
import type { GiftOrder } from '#contract/gifts/gift.ts';
import type { Request } from '../xmpp/iq.ts';

/**
 * - `unknown`: no answer in time, or the stream broke; it may have been bought
 * - `refused`: nothing was bought. `condition`: where the gift service did not say more
 */
export type BuyOutcome =
  | { readonly is: 'bought'; readonly bought: Bought }
  | { readonly is: 'refused'; readonly condition: string; readonly refused: GiftRefused | undefined }
  | { readonly is: 'unknown' };

export type GiftLine = {
  isUp(): boolean;
  open(request: Request, service: string): void;
  close(): void;
  buy(order: GiftOrder): Promise<BuyOutcome>;
  /** Undefined without an answer. */
  stateOf(op: string): Promise<GiftHears<'GiftState'> | undefined>;
};

/** Creates the connection to the gift service over the current stream. */
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
        // A failure of the server says nothing about the purchase.
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
