import { type InferOutput, integer, maxValue, minValue, nullable, number, object, picklist, pipe } from 'valibot';
import { amount } from '../api/shapes.ts';

/** `buy`: gems bought; `use`: gems spent. */
export const LIMIT_SCOPES = ['buy', 'use'] as const;
/** The current server day (UTC), or the last seven. */
export const LIMIT_WINDOWS = ['day', 'week'] as const;
/** Upper bound of a limit. */
export const LIMIT_GEMS_MAX = 1_000_000;
/** Delay before a raised or removed limit takes effect. */
export const LIMIT_RAISE_HOURS = 24;

const limitKey = { scope: picklist(LIMIT_SCOPES), window: picklist(LIMIT_WINDOWS) };

/** A user's own limit; null: none. `next` applies from `nextAt` (ms) on, and equals `gems` if no change is planned. */
export const spendLimit = object({
  ...limitKey,
  gems: nullable(amount),
  used: amount,
  next: nullable(amount),
  nextAt: nullable(number()),
});
export type SpendLimit = InferOutput<typeof spendLimit>;

/** Null removes the limit. */
export const limitChange = object({
  ...limitKey,
  gems: nullable(pipe(number(), integer(), minValue(0), maxValue(LIMIT_GEMS_MAX))),
});
