/** One figure that `npm run bench` measures. A bench file exports `benches`, and `close` if resources must be released. */
export type Bench = {
  readonly name: string;
  readonly unit: 'ms' | 's' | 'kB' | 'MB' | '%' | 'count';
  /** The figure to reach; lower is better. */
  readonly aim?: number;
  /** The same figure of a well-known product, measured on the same machine. */
  readonly peer?: number;
  /** Name of the bench that measures the lower bound in the same run. */
  readonly floor?: string;
  /** Number of runs. Default 5; 1 for figures that cannot vary, such as a size. */
  readonly runs?: number;
  /** One measurement, without set-up. */
  run(): Promise<number>;
};

/** Export of a bench file. */
export type Benches = readonly Bench[];
