import { createBoundedMap } from '../../platform/limits/bounded-map.ts';
import { PUSH_REQUESTS_PER_HOST } from './bounds.ts';

/** How many requests a push service gets at once, and when it wants to be left alone. */
type HostsAtOnce = {
  /** Runs the work when there is room for it. */
  run<T>(host: string, work: () => Promise<T>): Promise<T>;
  rest(host: string, forMs: number): void;
  /** 0: it may be asked. */
  restsForMs(host: string): number;
};

/** Some push services have a host for each region or browser, and a stranger names the host of their own subscription. */
const RESTING_HOSTS_MAX = 1_000;

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
        // The room is handed over, so nobody counts anew.
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
