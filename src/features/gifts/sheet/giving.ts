import { COMBO_WITHIN_MS, GIFT_COUNT_MAX } from '#contract/gifts/rules.ts';
import type { AppError, Result } from '#contract/result.ts';

/** Taps on a gift, bought as few purchases: the first goes at once, those that follow quickly go together. */

export type Choice = { readonly gift: string; readonly price: number };
export type Purchase = Choice & {
  readonly op: string;
  readonly count: number;
  /** The first purchase of the row that it belongs to. */
  readonly combo: string;
};
export type GivingView = {
  /** Gifts of the row that goes on: bought, on their way and waiting. 0: none. */
  readonly count: number;
  /** A purchase so dear that it is asked about first. */
  readonly asks: (Choice & { readonly count: number }) | undefined;
  /** Why the last purchase was not made. */
  readonly failure: { readonly error: AppError; readonly gems: number } | undefined;
};
export type GivingPorts = {
  readonly buy: (purchase: Purchase) => Promise<Result<{ readonly total: number }, AppError>>;
  /** As far as they are known; those on their way are not off it. */
  readonly gems: () => number | undefined;
  readonly newOp: () => string;
  readonly now: () => number;
  /** Calls back after so many ms. */
  readonly later: (ms: number, act: () => void) => () => void;
  readonly onChange: (view: GivingView) => void;
};
export type Giving = {
  tap(choice: Choice): void;
  /** Answers what `asks` asks. */
  confirm(yes: boolean): void;
  forget(): void;
  /** Nothing more is tapped: what waits goes now, but for what would have been asked about. */
  finish(): void;
};

/** A purchase of so many gems and more is asked about. */
export const CONFIRM_FROM_GEMS = 1_000;
/** Taps are gathered until none came for so long. */
const QUIET_MS = 500;
/** The server counts from the purchase before: what is asked for later than this begins a row of its own. */
const CONTINUES_WITHIN_MS = COMBO_WITHIN_MS - 500;
/** Taps without a pause: gathered no longer than that their row goes on. */
const GATHER_MS = CONTINUES_WITHIN_MS - 500;

type Lot = Choice & { count: number; confirmed: boolean };
type Row = Choice & { readonly combo: string; total: number; askedAt: number };

const isSame = (a: Choice, b: Choice) => a.gift === b.gift && a.price === b.price;
const costOf = ({ price, count }: Choice & { readonly count: number }) => price * count;
const TOO_FEW = {
  code: 'gift',
  detail: 'xmpp send iq error: gems-insufficient',
  reason: 'gems-insufficient',
} as const satisfies AppError;
const NOTHING: GivingView = { count: 0, asks: undefined, failure: undefined };

/** Creates the giving of one open sheet. Nothing is bought twice: a failed purchase takes what waits behind it along. */
export function createGiving({ buy, gems, newOp, now, later, onChange }: GivingPorts): Giving {
  let lots: Lot[] = [];
  let row: Row | undefined;
  let flying: Lot | undefined;
  let asking: Lot | undefined;
  let failure: GivingView['failure'];
  let tappedAt = 0;
  let stop = () => {};
  let over = false;

  const goesOn = (choice: Choice) =>
    row !== undefined && isSame(row, choice) && now() - row.askedAt < CONTINUES_WITHIN_MS ? row : undefined;

  const notBought = () => [...lots, ...(flying ? [flying] : [])];
  const gemsOf = (some: readonly Lot[]) => some.reduce((sum, lot) => sum + costOf(lot), 0);

  function tell(): void {
    const last = lots.at(-1) ?? flying ?? row;
    if (!last) {
      onChange({ ...NOTHING, failure });
      return;
    }
    const coming = notBought().filter((lot) => isSame(lot, last));
    const isTheirs = coming.length === 0 || flying !== undefined || goesOn(last) !== undefined;
    const bought = row && isTheirs && isSame(row, last) ? row.total : 0;
    const count = bought + coming.reduce((sum, lot) => sum + lot.count, 0);
    const asks = asking && { gift: asking.gift, price: asking.price, count: asking.count };
    onChange({ count, asks, failure });
  }

  /** How long the first lot still waits for more taps, ms. */
  function waitOf(lot: Lot): number {
    const current = goesOn(lot);
    if (over || lots.length > 1 || !current || lot.confirmed || lot.count >= GIFT_COUNT_MAX) return 0;
    return Math.min(tappedAt + QUIET_MS, current.askedAt + GATHER_MS) - now();
  }

  function step(): void {
    stop();
    const [lot] = lots;
    if (!lot || flying || asking) return;
    const wait = waitOf(lot);
    if (wait > 0) {
      stop = later(wait, step);
      return;
    }
    if (costOf(lot) >= CONFIRM_FROM_GEMS && !lot.confirmed) {
      if (over) lots = lots.slice(1);
      else asking = lot;
      tell();
      step();
      return;
    }
    lots = lots.slice(1);
    void send(lot, goesOn(lot));
  }

  async function send(lot: Lot, before: Row | undefined): Promise<void> {
    const op = newOp();
    const { gift, price, count } = lot;
    const current: Row = before ?? { gift, price, combo: op, total: 0, askedAt: 0 };
    current.askedAt = now();
    row = current;
    flying = lot;
    tell();
    const result = await buy({ op, gift, price, count, combo: current.combo });
    flying = undefined;
    if (result.ok) {
      current.total = result.value.total;
    } else {
      row = undefined;
      // The server saw the row as over: nothing was bought, so it begins another one.
      if (before && result.error.code === 'gift' && result.error.reason === 'conflict') {
        lots = [lot, ...lots];
      } else {
        failure = { error: result.error, gems: gemsOf([lot, ...lots]) };
        lots = [];
      }
    }
    tell();
    step();
  }

  return {
    tap({ gift, price }) {
      failure = undefined;
      const coming = gemsOf(notBought());
      const balance = gems();
      // The first is left to the server, which knows the gems; of those behind it none may spoil the others.
      if (coming > 0 && balance !== undefined && coming + price > balance) {
        failure = { error: { ...TOO_FEW, balance }, gems: coming + price };
        tell();
        return;
      }
      tappedAt = now();
      const last = lots.at(-1);
      if (last && last !== asking && isSame(last, { gift, price }) && last.count < GIFT_COUNT_MAX) last.count += 1;
      else lots = [...lots, { gift, price, count: 1, confirmed: false }];
      tell();
      step();
    },
    confirm(yes) {
      const lot = asking;
      asking = undefined;
      if (!lot) return;
      if (yes) lot.confirmed = true;
      else lots = lots.filter((one) => one !== lot);
      tell();
      step();
    },
    forget() {
      failure = undefined;
      tell();
    },
    finish() {
      over = true;
      if (asking) lots = lots.filter((one) => one !== asking);
      asking = undefined;
      step();
    },
  };
}
