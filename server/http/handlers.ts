import type { Login } from '../accounts/login.ts';
import type { Presence } from '../accounts/presence.ts';
import type { Greeting } from '../calls/auto-message.ts';
import type { RelaySettings } from '../calls/relays.ts';
import type { Config } from '../config.ts';
import type { Site } from '../site/site.ts';
import type { Handlers } from './callers.ts';
import { accountHandlers } from './handlers/account.ts';
import { callsHandlers } from './handlers/calls.ts';
import { discoveryHandlers } from './handlers/discovery.ts';
import { friendsHandlers } from './handlers/friends.ts';
import { loginHandlers } from './handlers/login.ts';
import { profileHandlers } from './handlers/profile.ts';

export type HandlerParts = {
  readonly config: Pick<Config, 'xmppDomain' | 'googleClientId' | 'demo' | 'maintenance'>;
  readonly login: Login;
  readonly presence: Presence;
  readonly greeting: Greeting;
  readonly relays: RelaySettings;
  readonly site: Site;
};

/** One handler per row of `contract/api/endpoints.ts`; a missing or a needless one does not compile. */
export const createHandlers = (parts: HandlerParts): Handlers => ({
  ...loginHandlers(parts),
  ...accountHandlers(parts),
  ...profileHandlers(),
  ...discoveryHandlers(parts),
  ...friendsHandlers(parts),
  ...callsHandlers(parts),
});
