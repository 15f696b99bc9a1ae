import type { callsRows } from '../../contract/calls/endpoints.ts';
import type { ApiPart, Surroundings } from '../part.ts';
import { callsHandlers } from './handlers.ts';
import { createHub } from './hub.ts';

/**
 * Calls, match and callbacks. All that a call is lies in the database. Kept in memory only: who waits for a match, open
 * callback questions, and actions of one person that wait for an earlier one. When the process dies, clients enter the match
 * again, an open question lapses, and a client sends an unanswered action again, which counts once.
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
