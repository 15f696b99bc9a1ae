import type { MessageRow } from '#db/schema.ts';

/** A row as the core committed it; `at` counts up with each row that arrives at this page. */
type Change = { readonly at: number; readonly row: MessageRow };

/** A read of the newest part of a conversation, oldest message first. */
export type Read = {
  readonly rows: readonly MessageRow[];
  /** There are older messages than these. */
  readonly hasOlder: boolean;
  /** The number of the last change that had arrived when the read began. */
  readonly begunAt: number;
};

/** What a page knows of a conversation: its last read, and the changes that this read may not contain. */
export type Known = { readonly read: Read | undefined; readonly changes: readonly Change[] };

export const NOTHING_KNOWN: Known = { read: undefined, changes: [] };

/** Adds a change. A row that changes again replaces its earlier change. */
export const withChange = (known: Known, row: MessageRow, at: number): Known => ({
  ...known,
  changes: [...known.changes.filter((change) => change.row.mid !== row.mid), { at, row }],
});

/**
 * Takes over a read. A change arrives after its commit, so that a read that began later holds the truth about it: the change
 * is dropped, even when the read does not contain its row.
 */
export const withRead = (known: Known, read: Read): Known => ({
  read,
  changes: known.changes.filter(({ at }) => at > read.begunAt),
});

/** The order of the database's index. */
const byDate = (a: MessageRow, b: MessageRow): number => a.date - b.date || (a.id ?? 0) - (b.id ?? 0);

/**
 * Returns the messages to draw, oldest first: those of the last read, with the changes on top. What is older than the read
 * is left to the next one. Undefined before the first read.
 */
export function rowsToDraw({ read, changes }: Known): readonly MessageRow[] | undefined {
  if (!read || changes.length === 0) return read?.rows;
  const changed = new Map(changes.map(({ row }) => [row.mid, row]));
  const rows = read.rows.map((row) => changed.get(row.mid) ?? row);
  for (const { mid } of read.rows) changed.delete(mid);
  const [oldest] = read.rows;
  const isInside = (row: MessageRow) => !read.hasOlder || !oldest || byDate(row, oldest) > 0;
  return [...rows, ...[...changed.values()].filter(isInside)].toSorted(byDate);
}
