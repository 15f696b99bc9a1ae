import type { Output } from '../../../contract/api/endpoint.ts';
import type { Endpoints } from '../../../contract/endpoints.ts';
import { jidOfService } from '../../../contract/jid.ts';

/** JIDs of the XMPP services that clients of this domain trust; part of the answers of login and `combineInfo`. */
export const componentInfo = (domain: string): Output<Endpoints['login']>['componentInfo'] => ({
  domain,
  hub: jidOfService('hub', domain),
  gift: jidOfService('gift', domain),
  official: jidOfService('official', domain),
  gate: jidOfService('gate', domain),
});
