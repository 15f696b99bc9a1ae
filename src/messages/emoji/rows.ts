import { EMOJI, GROUPS, type GroupName } from './emoji.ts';
import { type Tone, withTone } from './tone.ts';

/** An emoji in the grid; `place` is its index in `EMOJI`. */
export type Cell = { readonly glyph: string; readonly place: number };
/** Heading of a section of the emoji picker: a group, or the recently used emoji. */
export type Head = GroupName | 'recent';
/** A row of the virtualized emoji grid: the heading of a section, or cells. */
export type Row =
  | { readonly kind: 'head'; readonly head: Head }
  /** `from`: number of cells in all rows above this one. */
  | { readonly kind: 'cells'; readonly from: number; readonly cells: readonly Cell[] };

/** Returns the cell of the emoji at an index of `EMOJI`, in the given skin tone if the emoji has tones. */
export const cellOf = (place: number, tone: Tone): Cell => {
  const { glyph, toned } = EMOJI[place] ?? { glyph: '', toned: false };
  return { glyph: toned ? withTone(glyph, tone) : glyph, place };
};

const BY_GROUP: ReadonlyMap<GroupName, readonly number[]> = new Map(
  GROUPS.map((name) => [name, EMOJI.flatMap(({ group }, place) => (group === name ? [place] : []))]),
);

/** Returns all groups with their emoji, preceded by the recently used ones if there are any. Shown while the search field is empty. */
export const sectionsOf = (recent: readonly Cell[], tone: Tone): readonly (readonly [Head, readonly Cell[]])[] => [
  ...(recent.length > 0 ? [['recent', recent] as const] : []),
  ...GROUPS.map((name) => [name, (BY_GROUP.get(name) ?? []).map((place) => cellOf(place, tone))] as const),
];

/** Splits sections into rows of `columns` cells. A section without a heading, such as search results, gets no heading row. */
export function rowsOf(sections: readonly (readonly [Head | undefined, readonly Cell[]])[], columns: number): Row[] {
  const rows: Row[] = [];
  let from = 0;
  for (const [head, cells] of sections) {
    if (head) rows.push({ kind: 'head', head });
    for (let at = 0; at < cells.length; at += columns) {
      const line = cells.slice(at, at + columns);
      rows.push({ kind: 'cells', from, cells: line });
      from += line.length;
    }
  }
  return rows;
}

const holds = (row: Row | undefined, cell: number) =>
  row?.kind === 'cells' && cell >= row.from && cell < row.from + row.cells.length;
/** Returns the index of the row that contains a cell, to scroll to it; -1 if there is none. */
export const rowOf = (rows: readonly Row[], cell: number): number => rows.findIndex((row) => holds(row, cell));

/** Movement of the focus in the emoji grid by a key. */
export type Move = 'left' | 'right' | 'up' | 'down' | 'first' | 'last';

/**
 * Returns the cell that a key moves the focus to; undefined above the first row, where the focus leaves the grid. `left` and
 * `right` mean backward and forward in reading order.
 */
export function cellAfter(rows: readonly Row[], cell: number, move: Move): number | undefined {
  const lines = rows.filter((row) => row.kind === 'cells');
  const end = lines.at(-1);
  const last = end ? end.from + end.cells.length - 1 : 0;
  if (move === 'first') return 0;
  if (move === 'last') return last;
  if (move === 'left') return Math.max(0, cell - 1);
  if (move === 'right') return Math.min(last, cell + 1);
  const at = lines.findIndex((row) => holds(row, cell));
  const line = lines[at];
  const next = lines[at + (move === 'down' ? 1 : -1)];
  if (!line) return 0;
  if (!next) return move === 'down' ? cell : undefined;
  return next.from + Math.min(cell - line.from, next.cells.length - 1);
}
