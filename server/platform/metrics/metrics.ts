/**
 * Prometheus counters of a process, which domains increase by `Metrics.count`. Labels have only the values listed here, so that clients
 * cannot create new time series. Dashboards and alerts refer to `name` (deploy/grafana.json, docs/operating.md).
 */
export const COUNTERS = {
  messages: {
    name: 'gemcall_messages_total',
    help: 'Messages and marks of people, by what became of them',
    label: 'outcome',
    values: ['kept', 'passed', 'not-kept', 'refused'],
  },
  refusals: {
    name: 'gemcall_refusals_total',
    help: 'Refused stanzas of people, by the rule that refused',
    label: 'reason',
    values: [
      'unreadable',
      'empty',
      'unknown-type',
      'privileged-type',
      'address',
      'not-allowed',
      'locked',
      'age',
      'blocked',
      'not-admitted',
      'rate',
      'unavailable',
      'foreign-item',
      'role',
      'content',
      'wait-for-reply',
      'too-many',
      'too-late',
    ],
  },
  gifts: {
    name: 'gemcall_gift_orders_total',
    help: 'Orders of gifts, by their answer',
    label: 'answer',
    values: ['given', 'refused', 'failed'],
  },
  pushes: {
    name: 'gemcall_pushes_total',
    help: 'Pushes to closed apps, by the answer of the push service',
    label: 'answer',
    values: ['taken', 'gone', 'unsent', 'refused', 'failed', 'resting'],
  },
} as const;

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Prometheus histograms of a process, which domains feed by `Metrics.measure`: seconds, or numbers of messages. Labels as in `COUNTERS`.
 */
export const MEASURES = {
  database: {
    name: 'gemcall_database_seconds',
    help: 'How long a statement waits for its answer',
    label: 'pool',
    values: ['general', 'archive'],
    buckets: SECONDS,
  },
  engine: {
    name: 'gemcall_engine_seconds',
    help: 'How long the XMPP server takes to answer a look, one every few seconds',
    label: 'answer',
    values: ['given', 'none'],
    buckets: SECONDS,
  },
  archiveBatch: {
    name: 'gemcall_archive_batch_messages',
    help: 'Messages that one write of the archive gathers',
    label: 'outcome',
    values: ['written', 'failed'],
    buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500],
  },
} as const;

type Rows = Readonly<Record<string, { readonly values: readonly string[] }>>;
type LabelOf<All extends Rows, Name extends keyof All> = All[Name]['values'][number];

/**
 * Interface by which domains record metrics: `count` increases a counter, `measure` adds a value to a histogram. Both methods are
 * synchronous and never throw.
 */
export type Metrics = {
  count<Name extends keyof typeof COUNTERS>(name: Name, label: LabelOf<typeof COUNTERS, Name>): void;
  measure<Name extends keyof typeof MEASURES>(name: Name, label: LabelOf<typeof MEASURES, Name>, value: number): void;
};

/** `Metrics` of a process that serves none, and of tests: records nothing. */
export const noMetrics: Metrics = { count: () => undefined, measure: () => undefined };

/**
 * A metric of a domain whose value is read at each scrape. `label` and the keys of `read` are defined by the domain and never depend on
 * client data. If `read` rejects or takes too long, the metric is omitted from the scrape.
 */
export type Gauge = {
  readonly name: `gemcall_${string}`;
  readonly help: string;
  /** Label name; '' for a metric without a label, whose only key is ''. */
  readonly label: string;
  read(): Promise<Readonly<Record<string, number>>>;
};
