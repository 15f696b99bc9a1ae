import { ICE_RESTART_AFTER_MS, ICE_RESTART_EVERY_MS } from '#contract/calls/rules.ts';

type Ports = {
  readonly now: () => number;
  /** Runs once after so many ms; the result cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  readonly restart: () => void;
};

/**
 * Decides when to restart ICE: at once when the connection failed or the network changed, after 2 s of
 * being disconnected, and at most once in 5 s.
 */
export function createRestarts({ now, after, restart }: Ports) {
  let last = Number.NEGATIVE_INFINITY;
  let takeBack: (() => void) | undefined;

  function due(): void {
    takeBack = undefined;
    last = now();
    restart();
  }
  function within(ms: number): void {
    takeBack?.();
    takeBack = after(Math.max(ms, last + ICE_RESTART_EVERY_MS - now()), due);
  }

  return {
    onChange(state: 'connected' | 'disconnected' | 'failed' | 'network-changed'): void {
      if (state === 'connected') {
        takeBack?.();
        takeBack = undefined;
      } else within(state === 'disconnected' ? ICE_RESTART_AFTER_MS : 0);
    },
    stop: () => takeBack?.(),
  };
}
