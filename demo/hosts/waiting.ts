import type { HubEvent } from '../../contract/calls/hub.ts';
import { CALL_HEARTBEAT_INTERVAL_MS } from '../../contract/calls/rules.ts';
import { DEMO_HOST_AGREES_AFTER_MS, DEMO_HOST_MATCH_SHIFT_MS, DEMO_HOST_MATCH_SHIFTS } from '../accounts/rules.ts';
import { between, type Chance } from './chance.ts';
import type { Line } from './line.ts';

const ANYBODY = { lang: '', country: '' };

export type Waiting = {
  take(event: HubEvent): void;
  start(): void;
  /** Leaves the match. */
  stop(): void;
  /** Stops waiting without a request: the stream is gone. */
  pause(): void;
};

/**
 * Random match: at intervals an idle host waits for a partner, and accepts any proposal of the hub, after a
 * moment.
 */
export function waitForMatch(line: Pick<Line, 'ask'>, uid: number, chance: Chance): Waiting {
  let renewing: NodeJS.Timeout | undefined;
  let agreeing: { readonly proposal: string; readonly timer: NodeJS.Timeout } | undefined;

  const isHerTurn = () => Math.floor(Date.now() / DEMO_HOST_MATCH_SHIFT_MS + uid) % DEMO_HOST_MATCH_SHIFTS === 0;

  /** The hub removes hosts that do not renew in time: at the end of the wait the host only stops renewing. */
  function enter(): void {
    if (isHerTurn()) void line.ask('MatchEnter', '', { filter: ANYBODY });
  }

  function forget(): void {
    clearTimeout(agreeing?.timer);
    agreeing = undefined;
  }

  function pause(): boolean {
    const wasWaiting = renewing !== undefined;
    clearInterval(renewing);
    renewing = undefined;
    forget();
    return wasWaiting;
  }

  return {
    take(event) {
      if (event.name === 'MatchFound') {
        const { proposal } = event.data;
        forget();
        const timer = setTimeout(
          () => void line.ask('MatchAnswer', '', { proposal, yes: true }),
          between(chance, DEMO_HOST_AGREES_AFTER_MS),
        );
        agreeing = { proposal, timer };
      } else if (event.name === 'MatchGone' && event.data.proposal === agreeing?.proposal) {
        forget();
      }
    },
    start() {
      if (renewing) return;
      renewing = setInterval(enter, CALL_HEARTBEAT_INTERVAL_MS);
      enter();
    },
    stop() {
      if (pause()) void line.ask('MatchLeave', '', {});
    },
    pause: () => void pause(),
  };
}
