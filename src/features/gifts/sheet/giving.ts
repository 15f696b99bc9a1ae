import type { AppError, Result } from '#contract/result.ts';

/** Gift selected in the gift sheet; `price` in gems as shown to the user. */
export type Choice = { readonly gift: string; readonly price: number };
/** A gift purchase that is sent to the server. `op`: idempotency key, under which it is charged once. */
export type Purchase = Choice & { readonly op: string };
/** State of the purchases of an open gift sheet: whether one is pending, the one that waits for confirmation, and the last error. */
export type GivingView = {
  /** Whether a purchase waits for its answer; further ones are ignored. */
  readonly isBusy: boolean;
  /** A purchase that waits for the user's confirmation because of its price. */
  readonly asks: Choice | undefined;
  /** Error of the last purchase, and its price in gems. */
  readonly failure: { readonly error: AppError; readonly gems: number } | undefined;
};
/** Dependencies of `createGiving`: the purchase, new idempotency keys, and receivers of the state and of each purchase that succeeded. */
export type GivingPorts = {
  readonly buy: (purchase: Purchase) => Promise<Result<unknown, AppError>>;
  readonly newOp: () => string;
  readonly onChange: (view: GivingView) => void;
  /** Called after a successful purchase. */
  readonly onGiven: (choice: Choice) => void;
};
/** Actions of an open gift sheet, as created by `createGiving`: buy, answer the confirmation, and clear the state. */
export type Giving = {
  /** Buys one gift, or asks for confirmation first. Ignored while a purchase is pending. */
  give(choice: Choice): void;
  /** Answers the confirmation. Resolves when the purchase is answered. */
  confirm(isSure: boolean): Promise<void>;
  /** Clears the confirmation and the last error. */
  forget(): void;
};

/** Price of a gift in gems from which the sheet asks for confirmation before it buys. */
export const CONFIRM_FROM_GEMS = 1_000;
/** State of the gift sheet without a purchase, confirmation or error. */
export const IDLE: GivingView = { isBusy: false, asks: undefined, failure: undefined };

const isSame = (a: Choice, b: Choice) => a.gift === b.gift && a.price === b.price;
/** Whether the error guarantees that nothing was bought. */
const isRefused = (error: AppError) =>
  (error.code === 'gift' && error.reason !== 'other') || error.code === 'offline' || error.code === 'age';

/**
 * Creates the purchase logic of one open sheet. A purchase with an unknown outcome is retried under the same idempotency key if gift
 * and price are unchanged, so that it is charged only once.
 */
export function createGiving({ buy, newOp, onChange, onGiven }: GivingPorts): Giving {
  let view = IDLE;
  let pending: Purchase | undefined;
  const change = (part: Partial<GivingView>) => {
    view = { ...view, ...part };
    onChange(view);
  };

  async function send({ gift, price }: Choice): Promise<void> {
    if (view.isBusy) return;
    pending = pending && isSame(pending, { gift, price }) ? pending : { op: newOp(), gift, price };
    change({ isBusy: true, failure: undefined });
    const result = await buy(pending);
    if (result.ok || isRefused(result.error)) pending = undefined;
    change({ ...IDLE, failure: result.ok ? undefined : { error: result.error, gems: price } });
    if (result.ok) onGiven({ gift, price });
  }

  return {
    give(choice) {
      if (view.isBusy) return;
      if (choice.price >= CONFIRM_FROM_GEMS) change({ asks: choice, failure: undefined });
      else void send(choice);
    },
    async confirm(isSure) {
      const { asks } = view;
      if (isSure && asks) return send(asks);
      change({ asks: undefined });
    },
    forget: () => change({ asks: undefined, failure: undefined }),
  };
}
