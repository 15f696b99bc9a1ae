import { jidOfUid, uidOfDomainJid } from '../../contract/jid.ts';
import { ok } from '../../contract/result.ts';
import { findAccount } from '../accounts/accounts.ts';
import { loadBalances } from '../accounts/balances.ts';
import { componentInfo } from '../accounts/components.ts';
import type { Login } from '../accounts/login.ts';
import { listBlocks } from '../accounts/policy.ts';
import type { Presence } from '../accounts/presence.ts';
import { loadProfile, updateProfile } from '../accounts/profile.ts';
import { revokeToken } from '../accounts/tokens.ts';
import { listHotAnchors } from '../anchors/hot.ts';
import type { Config } from '../config.ts';
import type { Handlers } from './callers.ts';

type HandlerParts = {
  readonly config: Pick<Config, 'xmppDomain' | 'googleClientId' | 'demo' | 'maintenance'>;
  readonly login: Login;
  readonly presence: Presence;
};

/** One handler per row of `contract/api/endpoints.ts`; a missing or a needless one does not compile. */
export function createHandlers({ config, login, presence }: HandlerParts): Handlers {
  const domain = config.xmppDomain;
  return {
    login: ({ device }, input) => login.login(input, device.androidId),

    userPwdLogin: ({ device }, input) => login.byPassword(input, device.androidId),

    logout: async ({ db, tokenHash }) => {
      await db.transaction((tx) => revokeToken(tx, tokenHash));
      return ok({});
    },

    websiteConfig: async () =>
      ok({
        appDownloadInfo: { iosUrl: '', androidUrl: '' },
        googleClientId: config.googleClientId,
        demo: config.demo,
      }),

    maintenanceStatus: async () => ok({ maintananceStatus: config.maintenance }),

    combineInfo: async ({ db, uid }) => {
      const blocked = await listBlocks(db, uid);
      const { gems, silver } = await loadBalances(db, uid);
      return ok({
        mainInfo: {
          componentInfo: componentInfo(domain),
          blockInfo: { blocked },
          // Each is switched on with the feature it opens.
          commonConfig: {
            enableUserTaskEntrance: false,
            enablePaidUserFreeCall: false,
            enableCallback: false,
            enableLuckyBox: false,
          },
        },
        veegoInfo: { gemsBalance: gems, silverBalance: silver },
      });
    },

    account: async ({ db, uid }) => {
      const { gems, silver, silverSpent } = await loadBalances(db, uid);
      const account = await findAccount(db, uid);
      return ok({ gemsBalance: gems, paid: account?.paid ?? false, silverBalance: silver, silverSpent });
    },

    profile: ({ db, uid }) => loadProfile(db, uid),

    updateProfile: ({ db, uid }, input) => updateProfile(db, uid, input),

    onlineStatus: async ({ db }, { targetJid }) => {
      // Foreign and malformed addresses are simply not in the answer.
      const uids = new Set(targetJid.flatMap((jid) => uidOfDomainJid(jid, domain) ?? []));
      const statuses = await presence.statusOf([...uids], db);
      return ok({ onlineStatus: Array.from(statuses, ([uid, status]) => ({ jid: jidOfUid(uid, domain), status })) });
    },

    hotAnchors: ({ db }, input) => listHotAnchors(db, presence, domain, input),
  };
}
