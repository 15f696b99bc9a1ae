import { ICE_RESTART_AFTER_MS, ICE_RESTART_EVERY_MS } from '#contract/calls/rules.ts';

type Ports = {
  readonly now: () => number;
  /** Schedules a function; the returned function cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  readonly restart: () => void;
};

/**
 * Creates the schedule of ICE restarts of a connection: at once after a failure or a network change, after `ICE_RESTART_AFTER_MS` of
 * disconnection, and at most every `ICE_RESTART_EVERY_MS`. A connection that is up again cancels the restart that is due.
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
