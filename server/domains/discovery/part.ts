import type { discoveryRows } from '../../../contract/discovery/endpoints.ts';
import type { ApiPart, ServerDeps } from '../../part.ts';
import { type ReachableService, reachable } from '../../platform/services/service.ts';
import { type Watchers, watchPresence } from '../../platform/services/watchers.ts';
import { POLICY_CHANGED } from '../people/closed-countries.ts';
import { PRESENCE_CHANGED } from '../people/presence.ts';
import type { ContactPorts } from './contact.ts';
import { discoveryHandlers } from './handlers.ts';
import { watchSource } from './watching.ts';

/** The domain of host lists and presence; `watching` reaches the presence watches of this process. */
export type DiscoveryPart = ApiPart<keyof typeof discoveryRows> & { readonly watching: ReachableService<Watchers> };

/**
 * Creates the domain of host lists and presence watches. In memory are only the watches of streams in this process; they end with those
 * streams, and clients watch again when they reconnect.
 */
export function discoveryPart({ config, db, presence, site, log }: ServerDeps, ports: ContactPorts): DiscoveryPart {
  const source = watchSource(db, presence);
  const watching = reachable('gate', ({ send, here }) =>
    watchPresence({ domain: config.xmppDomain, log, source, send, here }),
  );
  return {
    name: 'discovery',
    handlers: discoveryHandlers({ config, presence, site, ports }),
    watching,
    services: [watching],
    channels: [
      {
        name: POLICY_CHANGED,
        onNews: (uid) => watching.current()?.policyChanged(Number(uid)),
        onGap: () => watching.current()?.policyChanged('all'),
      },
      {
        name: PRESENCE_CHANGED,
        onNews: (payload) => watching.current()?.changed(payload),
        onGap: () => watching.current()?.missed(),
      },
    ],
  };
}
