import type { AppError, Result } from '#contract/result.ts';

export type Choice = { readonly gift: string; readonly price: number };
/** A purchase under its operation id. */
export type Purchase = Choice & { readonly op: string };
export type GivingView = {
  /** A purchase is on its way: until its answer nothing else is bought. */
  readonly isBusy: boolean;
  /** A purchase so dear that it is asked about first. */
  readonly asks: Choice | undefined;
  /** Why the last purchase was not made, and for how many gems it would have been. */
  readonly failure: { readonly error: AppError; readonly gems: number } | undefined;
};
export type GivingPorts = {
  readonly buy: (purchase: Purchase) => Promise<Result<unknown, AppError>>;
  readonly newOp: () => string;
  readonly onChange: (view: GivingView) => void;
  /** Called when the gift was bought. */
  readonly onGiven: (choice: Choice) => void;
};
export type Giving = {
  /** Gives one gift, or asks first. Ignored while a purchase is on its way. */
  give(choice: Choice): void;
  /** Answers what `asks` asks. Resolves when the purchase has its answer. */
  confirm(isSure: boolean): Promise<void>;
  /** Drops what was asked and why the last purchase failed. */
  forget(): void;
};

/** A purchase of so many gems and more is asked about. */
export const CONFIRM_FROM_GEMS = 1_000;
export const IDLE: GivingView = { isBusy: false, asks: undefined, failure: undefined };

const isSame = (a: Choice, b: Choice) => a.gift === b.gift && a.price === b.price;
/** Only a refusal says for certain that nothing was bought. */
const isRefused = (error: AppError) =>
  (error.code === 'gift' && error.reason !== 'other') || error.code === 'offline' || error.code === 'age';

/**
 * Creates the giving of one open sheet: each press is one gift, and a second press before the answer is none. A purchase whose
 * outcome is unknown is asked for again under the same operation id, so that it is paid once.
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
