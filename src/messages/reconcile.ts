import type { MessageRow } from '#db/schema.ts';
import { keepSame } from '../data/keep-same.ts';

/** Returns the new rows, each as its old object where the message did not change in anything. */
export const reconcile = (before: readonly MessageRow[], after: readonly MessageRow[]): readonly MessageRow[] =>
  keepSame(before, after, ({ mid }) => mid);
