import { createBoundedMap } from '../../platform/limits/bounded-map.ts';
import { PUSH_REQUESTS_PER_HOST } from './bounds.ts';

/**
 * Limits the concurrent requests to each host of a push service, and records until when a host wants no requests. `run` waits only for a
 * free slot, so its caller checks `restsForMs` first.
 */
type HostsAtOnce = {
  /** Runs the work as soon as fewer than `PUSH_REQUESTS_PER_HOST` requests to the host are running. */
  run<T>(host: string, work: () => Promise<T>): Promise<T>;
  /** Records that the host wants no requests for this time; `restsForMs` returns the rest of it. */
  rest(host: string, forMs: number): void;
  /** Returns how long the host gets no requests, in ms; 0 when it gets them now. */
  restsForMs(host: string): number;
};

/**
 * Maximum number of hosts that `rest` records: some push services have a host per region or browser, and clients choose the host of their
 * subscription.
 */
const RESTING_HOSTS_MAX = 1_000;

/**
 * Creates the limits of this process for requests to push services: concurrent requests per host, and the record of the pauses that hosts
 * asked for.
 */
export function limitHosts(now: () => number): HostsAtOnce {
  const running = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();
  const until = createBoundedMap<string, number>({ max: RESTING_HOSTS_MAX });

  function leave(host: string): void {
    const next = waiting.get(host)?.shift();
    if (next) {
      next();
      return;
    }
    waiting.delete(host);
    const left = (running.get(host) ?? 1) - 1;
    if (left > 0) running.set(host, left);
    else running.delete(host);
  }

  return {
    async run(host, work) {
      const busy = running.get(host) ?? 0;
      if (busy < PUSH_REQUESTS_PER_HOST) running.set(host, busy + 1);
      else {
        // The slot is handed over, so `running` does not change.
        await new Promise<void>((resolve) => waiting.set(host, [...(waiting.get(host) ?? []), resolve]));
      }
      try {
        return await work();
      } finally {
        leave(host);
      }
    },
    rest: (host, forMs) => void until.set(host, Math.max(until.get(host) ?? 0, now() + forMs)),
    restsForMs: (host) => Math.max(0, (until.get(host) ?? 0) - now()),
  };
}
