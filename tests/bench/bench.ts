/** One figure that `npm run bench` measures. A bench file exports `benches`, and `close` if something must be ended. */
export type Bench = {
  readonly name: string;
  readonly unit: 'ms' | 's' | 'kB' | 'MB' | '%' | 'count';
  /** The figure to reach; lower is better. */
  readonly aim?: number;
  /** What a well-known peer takes for the same, on the same machine. */
  readonly peer?: number;
  /** Name of the row with the least that it can take, measured in the same run. */
  readonly floor?: string;
  /** 5 when missing; 1 for what cannot vary, such as a size. */
  readonly runs?: number;
  /** One measurement, set-up left out. */
  run(): Promise<number>;
};

/** Export of a bench file. */
export type Benches = readonly Bench[];
