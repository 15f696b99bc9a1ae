import type { MessageRow } from '#db/schema.ts';
import { reuseEqualRows } from '../../data/reuse-equal-rows.ts';

/** Returns the new rows; each row that is equal to its predecessor keeps the old object. */
export const reconcile = (before: readonly MessageRow[], after: readonly MessageRow[]): readonly MessageRow[] =>
  reuseEqualRows(before, after, ({ mid }) => mid);
