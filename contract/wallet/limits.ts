import { type InferOutput, integer, maxValue, minValue, nullable, number, object, picklist, pipe } from 'valibot';
import { amount } from '../api/shapes.ts';

/** Quantity that a spending limit counts. `buy`: gems bought; `use`: gems spent. */
export const LIMIT_SCOPES = ['buy', 'use'] as const;
/** Period of a spending limit: the current server day (UTC), or the last seven. */
export const LIMIT_WINDOWS = ['day', 'week'] as const;
/** Largest limit that a user may set, in gems. */
export const LIMIT_GEMS_MAX = 1_000_000;
/** Delay before a raised or removed limit takes effect; a lower one takes effect at once. */
export const LIMIT_RAISE_HOURS = 24;

const limitKey = { scope: picklist(LIMIT_SCOPES), window: picklist(LIMIT_WINDOWS) };

/**
 * Schema of a user's own spending limit; `gems` null: none. `next` applies from `nextAt` (ms) on, and equals `gems` if no change is
 * planned.
 */
export const spendLimit = object({
  ...limitKey,
  gems: nullable(amount),
  used: amount,
  next: nullable(amount),
  nextAt: nullable(number()),
});
/** A user's own limit of bought or spent gems per day or week, with its planned change. */
export type SpendLimit = InferOutput<typeof spendLimit>;

/** Schema of a change of one spending limit by its user; null removes the limit. */
export const limitChange = object({
  ...limitKey,
  gems: nullable(pipe(number(), integer(), minValue(0), maxValue(LIMIT_GEMS_MAX))),
});
