import type { callsRows } from '../../contract/calls/endpoints.ts';
import type { ApiPart, Surroundings } from '../part.ts';
import { RECHARGED } from '../payments/apply.ts';
import { callsHandlers } from './handlers.ts';
import { createHub, type Hub } from './hub.ts';

/**
 * Calls, match and callbacks. All that a call is lies in the database. Kept in memory only: who waits for a match, open
 * callback questions, and actions of one person that wait for an earlier one. When the process dies, clients enter the match
 * again, an open question lapses, and a client sends an unanswered action again, which counts once.
 */
export function callsPart({ config, db, site, greeting, log }: Surroundings): ApiPart<keyof typeof callsRows> {
  const { xmppDomain: domain, relays, rateLimits } = config;
  const clock = { now: () => Date.now() };
  let hub: Hub | undefined;
  return {
    name: 'calls',
    handlers: callsHandlers({ site, greeting, relays }),
    services: [
      {
        at: 'hub',
        start({ send }) {
          hub = createHub({ db, domain, relays, site, rateLimits, log, clock }, send);
          return hub;
        },
      },
    ],
    channels: [{ name: RECHARGED, onNews: (uid) => hub?.recharged(Number(uid)) }],
  };
}
