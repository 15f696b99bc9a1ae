import xml from '@xmpp/xml';
import {
  type HubAction,
  type HubRequest,
  type HubRequestData,
  type HubResponseData,
  readAnswer,
  writeRequest,
} from '#contract/calls/hub.ts';
import type { Request } from '../xmpp/iq.ts';
import type { Refused } from './machine.ts';

/** Response of the hub to a request. */
export type HubResponse<A extends HubAction> =
  | { readonly ok: true; readonly value: HubResponseData<A> }
  /** `newPrice`: gems per started minute, with `price-changed`. */
  | { readonly ok: false; readonly refusal: Refused; readonly newPrice?: number };

/** Requests to the hub over the current stream. */
export type HubLine = {
  isUp(): boolean;
  /** Returns when the stream came up (device clock, ms); 0 without a stream. */
  upSince(): number;
  open(request: Request, hub: string): void;
  readonly close: () => void;
  /**
   * Sends a request. Never throws. `refusal` is undefined without a stream, without a timely response, or when it is
   * unreadable.
   */
  ask<A extends HubAction>(name: A, sid: string, data: HubRequestData<A>): Promise<HubResponse<A>>;
};

/** Creates the request channel to the hub, which uses the stream passed to `open`. */
export function createHubLine(): HubLine {
  let request: Request | undefined;
  let hub = '';
  let upSince = 0;

  return {
    isUp: () => request !== undefined,
    upSince: () => (request === undefined ? 0 : upSince),
    open(next, address) {
      request = next;
      hub = address;
      upSince = Date.now();
    },
    close() {
      request = undefined;
    },
    async ask<A extends HubAction>(name: A, sid: string, data: HubRequestData<A>): Promise<HubResponse<A>> {
      const action = writeRequest({ name, sid, data } as HubRequest);
      const answer = await request?.(xml('iq', { type: 'set', to: hub }, action));
      if (!answer) return { ok: false, refusal: undefined };
      if (!answer.ok) {
        if (answer.error.code !== 'refused') return { ok: false, refusal: undefined };
        const { hub: refusal, newPrice } = answer.error;
        return { ok: false, refusal, ...(newPrice !== undefined && { newPrice }) };
      }
      const value = readAnswer(name, answer.value);
      return value === undefined ? { ok: false, refusal: undefined } : { ok: true, value };
    },
  };
}
