import type { MessageRow } from '#db/schema.ts';
import { reuseEqualRows } from '../../data/reuse-equal-rows.ts';

/** Returns the new rows, reusing the objects of equal rows, so that only changed bubbles render. */
export const reconcile = (before: readonly MessageRow[], after: readonly MessageRow[]): readonly MessageRow[] =>
  reuseEqualRows(before, after, ({ mid }) => mid);
