import { type InferOutput, integer, maxValue, minValue, nullable, number, object, picklist, pipe } from 'valibot';
import { amount } from '../api/shapes.ts';

/** `buy`: gems bought; `use`: gems spent. */
export const LIMIT_SCOPES = ['buy', 'use'] as const;
/** A day of the server (UTC), or the last seven of them. */
export const LIMIT_WINDOWS = ['day', 'week'] as const;
export const LIMIT_GEMS_MAX = 1_000_000;
/** A limit is raised or removed this long after it was asked for. */
export const LIMIT_RAISE_HOURS = 24;

const limitKey = { scope: picklist(LIMIT_SCOPES), window: picklist(LIMIT_WINDOWS) };

/** A limit that somebody set for themselves; null: none. `next` holds from `nextAt` (ms) on, and is the same as `gems` where nothing is planned. */
export const spendLimit = object({
  ...limitKey,
  gems: nullable(amount),
  used: amount,
  next: nullable(amount),
  nextAt: nullable(number()),
});
export type SpendLimit = InferOutput<typeof spendLimit>;

/** Null removes it. */
export const limitChange = object({
  ...limitKey,
  gems: nullable(pipe(number(), integer(), minValue(0), maxValue(LIMIT_GEMS_MAX))),
});
