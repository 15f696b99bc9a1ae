import { count, ne } from 'drizzle-orm';
import type { callsRows } from '../../../contract/calls/endpoints.ts';
import { fail, ok } from '../../../contract/result.ts';
import type { ApiPart, ServerDeps } from '../../part.ts';
import { serverClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Gauge } from '../../platform/metrics/metrics.ts';
import { onlyOnLeader } from '../../platform/services/service.ts';
import { RECHARGED } from '../payments/order/apply.ts';
import { callsHandlers } from './handlers.ts';
import { createHub, type Hub } from './hub/hub.ts';
import { call } from './tables.ts';

/**
 * Judges a frame that a device sent of its own picture in a random match. `end`: too many were refused, so the match ends; `unknown`: the
 * user is in no such match; `unreadable`: it is no JPEG.
 */
export type JudgeFrame = (
  uid: number,
  frame: { readonly sid: string; readonly frame: string },
) => Promise<'fine' | 'end' | 'unknown' | 'unreadable'>;

/**
 * Creates the domain of calls, random match and callbacks. The state of a call is in the database, so every process can answer for
 * every call. In memory only: on the leader, the users who wait for a match and the open callback requests; on every process, actions
 * queued behind an earlier one of the same user, and for up to a second heartbeats that change nothing. When a process dies, clients
 * enter the match again, open callback requests are lost, clients retry unanswered actions (which are idempotent), and those heartbeats
 * are lost.
 */
export function callsPart(
  { config, db, site, greeting, log }: ServerDeps,
  judge: JudgeFrame | undefined,
): ApiPart<keyof typeof callsRows> {
  const { xmppDomain: domain, relays, rateLimits } = config;
  const clock = serverClock;
  let hub: Hub | undefined;
  return {
    name: 'calls',
    gauges: [runningCalls(db)],
    handlers: {
      ...callsHandlers({ site, greeting, relays }),
      async matchFrame({ uid }, frame) {
        const judged = judge === undefined ? 'unknown' : await judge(uid, frame);
        if (judged === 'unknown') return fail({ code: 'not-found' });
        if (judged === 'unreadable') return fail({ code: 'bad-request', detail: 'frame: must be a JPEG' });
        if (judged === 'end') await hub?.endMatch(frame.sid);
        return ok({});
      },
    },
    services: [
      {
        at: 'hub',
        start(line) {
          const checksPictures = judge !== undefined;
          hub = createHub({ db, domain, relays, site, rateLimits, checksPictures, log, clock }, line);
          return hub;
        },
      },
      onlyOnLeader({
        at: 'hub',
        start() {
          if (!hub) throw new Error('the hub is not there');
          return hub.lead();
        },
      }),
    ],
    channels: [{ name: RECHARGED, onNews: (uid) => hub?.recharged(Number(uid)) }],
  };
}

/** Counts the live calls of all processes, through the partial indexes on calls that have not ended. */
const runningCalls = (db: Database): Gauge => ({
  name: 'gemcall_calls',
  help: 'Calls that have not ended, by their state, of all processes',
  label: 'state',
  async read() {
    const rows = await db
      .select({ state: call.state, calls: count() })
      .from(call)
      .where(ne(call.state, 'ended'))
      .groupBy(call.state);
    return { ringing: 0, answered: 0, connected: 0, ...Object.fromEntries(rows.map((row) => [row.state, row.calls])) };
  },
});
