import { accountHandlers } from './account/handlers.ts';
import type { Login } from './account/login.ts';
import { loginHandlers } from './account/login-handlers.ts';
import type { Site } from './account/site/site.ts';
import type { Greeting } from './calls/auto-message.ts';
import { callsHandlers } from './calls/handlers.ts';
import type { RelaySettings } from './calls/relays.ts';
import type { Config } from './config.ts';
import { discoveryHandlers } from './discovery/handlers.ts';
import type { Handlers } from './http/callers.ts';
import { friendsHandlers } from './people/handlers.ts';
import type { Presence } from './people/presence.ts';
import { profileHandlers } from './people/profile-handlers.ts';

export type HandlerParts = {
  readonly config: Pick<Config, 'xmppDomain' | 'googleClientId' | 'demo' | 'maintenance'>;
  readonly login: Login;
  readonly presence: Presence;
  readonly greeting: Greeting;
  readonly relays: RelaySettings;
  readonly site: Site;
};

/** One handler per row of `contract/endpoints.ts`; a missing or a needless one does not compile. */
export const createHandlers = (parts: HandlerParts): Handlers => ({
  ...loginHandlers(parts),
  ...accountHandlers(parts),
  ...profileHandlers(),
  ...discoveryHandlers(parts),
  ...friendsHandlers(parts),
  ...callsHandlers(parts),
});
