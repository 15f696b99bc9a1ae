import type { callsRows } from '../../contract/calls/endpoints.ts';
import type { ApiPart, Surroundings } from '../part.ts';
import { callsHandlers } from './handlers.ts';
import { createHub } from './hub.ts';

/**
 * Calls, match and callbacks. All that a call is lies in the database. Kept in memory only: the order of one person's actions
 * that wait. When the process dies nobody answers them; the client asks again, and each action counts once.
 */
export function callsPart({ config, db, site, greeting, log }: Surroundings): ApiPart<keyof typeof callsRows> {
  const { xmppDomain: domain, relays, rateLimits } = config;
  const clock = { now: () => Date.now() };
  return {
    name: 'calls',
    handlers: callsHandlers({ site, greeting, relays }),
    services: [
      { at: 'hub', start: ({ send }) => createHub({ db, domain, relays, site, rateLimits, log, clock }, send) },
    ],
  };
}
