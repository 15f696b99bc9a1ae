import { compareMessages } from '#db/reads/message-order.ts';
import type { MessageRow } from '#db/schema.ts';
import { reuseEqualRows } from '../../data/reuse-equal-rows.ts';

/** A row as the core committed it. `at` is the sequence number of its arrival in this page. */
type Change = { readonly at: number; readonly row: MessageRow };

/** Result of one database read of the newest messages of a conversation, oldest first. */
export type MessageRead = {
  readonly rows: readonly MessageRow[];
  /** Whether the conversation has messages older than these. */
  readonly hasOlder: boolean;
  /** Sequence number of the last change that had arrived when the read started. */
  readonly changesBefore: number;
};

/** Messages of a conversation that the page knows: the last read, and the changes announced since that the read may not contain. */
export type KnownMessages = { readonly read: MessageRead | undefined; readonly changes: readonly Change[] };

/** A conversation before its first read. */
export const NOTHING_KNOWN: KnownMessages = { read: undefined, changes: [] };

/** Adds a message that the core has stored or changed. A message that changes again replaces its earlier change. */
export const withChange = (known: KnownMessages, row: MessageRow, at: number): KnownMessages => ({
  ...known,
  changes: [...known.changes.filter((change) => change.row.mid !== row.mid), { at, row }],
});

/**
 * Applies a read. Changes arrive after their commit, so a read that started after a change arrived supersedes it: the change is
 * dropped, even if the read does not contain its row, which was then deleted.
 */
export const withRead = (known: KnownMessages, read: MessageRead): KnownMessages => ({
  read,
  changes: known.changes.filter(({ at }) => at > read.changesBefore),
});

/**
 * Merges the last read with the newer changes, oldest message first; undefined before the first read. Changes older than the
 * oldest message of the read are left out until a read covers them.
 */
export function rowsToDraw({ read, changes }: KnownMessages): readonly MessageRow[] | undefined {
  if (!read || changes.length === 0) return read?.rows;
  const changed = new Map(changes.map(({ row }) => [row.mid, row]));
  const rows = read.rows.map((row) => changed.get(row.mid) ?? row);
  for (const { mid } of read.rows) changed.delete(mid);
  const [oldest] = read.rows;
  const isInside = (row: MessageRow) => !read.hasOlder || !oldest || compareMessages(row, oldest) > 0;
  return [...rows, ...[...changed.values()].filter(isInside)].toSorted(compareMessages);
}

/** Returns the new rows, reusing the objects of equal rows, so that only changed bubbles render. */
export const reconcile = (before: readonly MessageRow[], after: readonly MessageRow[]): readonly MessageRow[] =>
  reuseEqualRows(before, after, ({ mid }) => mid);
