import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** One benchmark of `npm run bench`; the fields are described in `tests/bench/bench.ts`. */
export type Measurable = {
  readonly name: string;
  readonly unit: string;
  readonly aim?: number | undefined;
  readonly peer?: number | undefined;
  readonly floor?: string | undefined;
  readonly runs?: number | undefined;
  run(): Promise<number>;
};

/** Result of a benchmark: the figure of each run, and their median, or the error of the run that failed. */
export type BenchResult = Omit<Measurable, 'run' | 'runs'> & {
  readonly values: readonly number[];
  readonly median?: number;
  readonly error?: string;
};

const DEFAULT_RUNS = 5;

/**
 * Runs one benchmark (5 runs unless it says otherwise). If a run throws, the row contains the error, so that the other benchmarks still
 * run.
 */
export async function measure({ run, runs = DEFAULT_RUNS, ...benchmark }: Measurable): Promise<BenchResult> {
  const values: number[] = [];
  try {
    for (let done = 0; done < runs; done++) values.push(await run());
  } catch (error) {
    return { ...benchmark, values, error: error instanceof Error ? error.message : String(error) };
  }
  return { ...benchmark, values, median: medianOf(values) };
}

/** Median of a list; NaN if it is empty. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2;
}

/**
 * Formats the results as the text table that `npm run bench` prints. Lower is better in every benchmark, so a ratio to `aim` above 1 misses
 * it.
 */
export function table(rows: readonly BenchResult[]): string {
  const head = ['bench', 'median', 'spread', 'aim', 'of aim', 'peer', 'of floor'];
  const medians = new Map(rows.map(({ name, median }) => [name, median]));
  const cells = rows.map((row) => {
    const spread = `${short(Math.min(...row.values))} - ${short(Math.max(...row.values))}`;
    if (row.median === undefined) return [row.name, `failed: ${row.error ?? ''}`, '', '', '', '', ''];
    const floor = row.floor === undefined ? undefined : medians.get(row.floor);
    const ratios = [ratio(row.median, row.aim), given(row.peer), ratio(row.median, floor)];
    return [row.name, `${short(row.median)} ${row.unit}`, spread, given(row.aim), ...ratios];
  });
  const all = [head, ...cells];
  const widths = head.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  return all
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const short = (value: number) =>
  Math.abs(value) < 10 ? value.toFixed(2) : value.toFixed(Math.abs(value) < 100 ? 1 : 0);
const ratio = (value: number, to: number | undefined) => (to !== undefined && to > 0 ? (value / to).toFixed(2) : '');
const given = (value: number | undefined) => (value === undefined ? '' : String(value));

/** Writes the results of `npm run bench` as a JSON file; creates its folder. */
export function writeReport(rows: readonly BenchResult[], file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(rows, null, 2)}\n`);
}
