import type { HubEvent } from '../../contract/calls/hub.ts';
import { CALL_HEARTBEAT_INTERVAL_MS } from '../../contract/calls/rules.ts';
import { DEMO_HOST_AGREES_AFTER_MS, DEMO_HOST_MATCH_SHIFT_MS, DEMO_HOST_MATCH_SHIFTS } from '../accounts/rules.ts';
import { between, type Chance } from './chance.ts';
import type { HostConnection } from './line.ts';

const ANYBODY = { lang: '', country: '' };

/** One simulated host's participation in the random match; `take` handles events of the hub. */
export type Waiting = {
  /** Handles a proposal of the hub, or its withdrawal. */
  take(event: HubEvent): void;
  /** Starts to join in shifts; call when the host is online and free. */
  start(): void;
  /** Leaves the random match. */
  stop(): void;
  /** Stops waiting without notifying the hub, because the stream is gone. */
  pause(): void;
};

/**
 * Creates a demo host's participation in the random match, which joins in shifts from `start` to `stop`. The caller starts it while the
 * host is online and free, and passes every event of the hub to `take`, which accepts each proposal after a delay.
 */
export function waitForMatch(line: Pick<HostConnection, 'ask'>, uid: number, chance: Chance): Waiting {
  let renewing: NodeJS.Timeout | undefined;
  let agreeing: { readonly proposal: string; readonly timer: NodeJS.Timeout } | undefined;

  const isHerTurn = () => Math.floor(Date.now() / DEMO_HOST_MATCH_SHIFT_MS + uid) % DEMO_HOST_MATCH_SHIFTS === 0;

  /** Enters or renews the wait. The hub removes hosts that do not renew, so a shift ends without a request. */
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
