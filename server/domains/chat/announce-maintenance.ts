import type { Database } from '../../platform/database/connect.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { isNewState, markAnnounced, stateOfWindow, windowsToAnnounce } from '../account/site/maintenance.ts';
import { enqueueOfficialPayload } from './service-outbox/enqueue.ts';

const EVERY_MS = 60_000;

/**
 * Creates the job that announces maintenance windows to users who are online, every minute: each new state (`planned`, `soon`, `on`,
 * `over`) once, with a stanza id of its own.
 */
export function announceMaintenance(db: Database, now: () => number = Date.now): Job {
  return {
    name: 'announce maintenance',
    everyMs: EVERY_MS,
    run: () =>
      db.transaction(async (tx) => {
        for (const window of await windowsToAnnounce(tx)) {
          const state = stateOfWindow(window, now());
          if (state === undefined || state === window.told) continue;
          await markAnnounced(tx, window.id, state);
          if (!isNewState(state, window.told)) continue;
          const id = `m-${window.id}`;
          const [from, until] = [window.startsAt.getTime(), window.endsAt.getTime()];
          await enqueueOfficialPayload(
            tx,
            'all',
            { kind: 'maintenance', id, state, from, until },
            { stanzaId: `${id}.${state}` },
          );
        }
      }),
  };
}
