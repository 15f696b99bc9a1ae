import { Counter, collectDefaultMetrics, Histogram, Gauge as PrometheusGauge, Registry } from 'prom-client';
import { COUNTERS, type Gauge, MEASURES, type Metrics } from './metrics.ts';

/** Timeout of reading a gauge; a late gauge is omitted from the scrape. */
const READ_MS = 1_000;

/** The metrics of a process, and their text in the Prometheus format. */
export type Collector = {
  readonly metrics: Metrics;
  add(gauges: readonly Gauge[]): void;
  /** All metrics in the Prometheus text format. */
  text(): Promise<string>;
  readonly contentType: string;
};

/**
 * Creates the Prometheus collector of a process. Every counter starts at 0 for all label values, so that `rate()` sees its first
 * increment.
 */
export function createCollector(): Collector {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counters = new Map<string, Counter>();
  for (const [key, { name, help, label, values }] of Object.entries(COUNTERS)) {
    const counter = new Counter({ name, help, labelNames: [label], registers });
    for (const value of values) counter.inc({ [label]: value }, 0);
    counters.set(key, counter);
  }
  const histograms = new Map<string, Histogram>();
  for (const [key, { name, help, label, values, buckets }] of Object.entries(MEASURES)) {
    const histogram = new Histogram({ name, help, labelNames: [label], buckets: [...buckets], registers });
    for (const value of values) histogram.zero({ [label]: value });
    histograms.set(key, histogram);
  }
  return {
    metrics: {
      count: (name, label) => counters.get(name)?.inc({ [COUNTERS[name].label]: label }),
      measure: (name, label, value) => histograms.get(name)?.observe({ [MEASURES[name].label]: label }, value),
    },
    add(gauges) {
      for (const gauge of gauges) addGauge(gauge, registers);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function addGauge({ name, help, label, read }: Gauge, registers: Registry[]): void {
  let reading: Promise<Readonly<Record<string, number>>> | undefined;
  new PrometheusGauge({
    name,
    help,
    labelNames: label === '' ? [] : [label],
    registers,
    async collect() {
      // Concurrent scrapes share one read.
      reading ??= read().finally(() => {
        reading = undefined;
      });
      const values = await inTime(reading);
      this.reset();
      // Without a value, prom-client would report 0.
      if (values === undefined && label === '') this.remove();
      for (const [key, value] of Object.entries(values ?? {})) this.set(label === '' ? {} : { [label]: key }, value);
    },
  });
}

/** Returns the result of the work; undefined if it fails or exceeds `READ_MS`. */
async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((done) => {
    timer = setTimeout(() => done(undefined), READ_MS);
  });
  return Promise.race([work.catch(() => undefined), late]).finally(() => clearTimeout(timer));
}
