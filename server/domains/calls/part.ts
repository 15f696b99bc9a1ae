import { count, ne } from 'drizzle-orm';
import type { callsRows } from '../../../contract/calls/endpoints.ts';
import type { ApiPart, Surroundings } from '../../part.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Gauge } from '../../platform/metrics/metrics.ts';
import { byLeader } from '../../platform/services/service.ts';
import { RECHARGED } from '../payments/apply.ts';
import { callsHandlers } from './handlers.ts';
import { createHub, type Hub } from './hub/hub.ts';
import { call } from './tables.ts';

/**
 * Calls, match and callbacks. All that a call is lies in the database, so each process answers for every call. Kept in memory
 * only, of the process that leads: who waits for a match, and open callback questions; of each: actions of one person that
 * wait for an earlier one, and for a second beats that change nothing. When it dies, clients enter the match again, an open question lapses,
 * a client sends an unanswered action again, which counts once, and those beats are as if they had been lost on the way.
 */
export function callsPart({ config, db, site, greeting, log }: Surroundings): ApiPart<keyof typeof callsRows> {
  const { xmppDomain: domain, relays, rateLimits } = config;
  const clock = { now: () => Date.now() };
  let hub: Hub | undefined;
  return {
    name: 'calls',
    gauges: [runningCalls(db)],
    handlers: callsHandlers({ site, greeting, relays }),
    services: [
      {
        at: 'hub',
        start(line) {
          hub = createHub({ db, domain, relays, site, rateLimits, log, clock }, line);
          return hub;
        },
      },
      byLeader({
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

/** Of all processes: calls lie in the database. By the index of those that have not ended. */
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
