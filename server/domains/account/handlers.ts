import type { accountRows } from '../../../contract/account/endpoints.ts';
import { ok } from '../../../contract/result.ts';
import type { Config } from '../../config.ts';
import type { Handlers } from '../../platform/http/callers.ts';
import { owedBy } from '../payments/reversal/owed.ts';
import { listBlocks } from '../people/policy.ts';
import { loadBalances } from '../wallet/balances.ts';
import { isLocked } from '../wallet/lock.ts';
import { findAccount } from './accounts.ts';
import { componentInfo } from './components.ts';
import type { Site } from './site/site.ts';

type AccountParts = { readonly config: Pick<Config, 'xmppDomain'>; readonly site: Site };

/**
 * Creates the handlers of the two endpoints that a client calls after login. `combineInfo`: service addresses, blocked users, site settings
 * and balances. `account`: balances, role, whether the user is an adult, gems owed, and whether a money lock prevents spending and buying.
 */
export function accountHandlers({ config, site }: AccountParts): Pick<Handlers, keyof typeof accountRows> {
  return {
    combineInfo: async ({ db, uid }) => {
      const blocked = await listBlocks(db, uid);
      const { gems, silver } = await loadBalances(db, uid);
      const settings = await site.read(db);
      return ok({
        mainInfo: {
          componentInfo: componentInfo(config.xmppDomain),
          blockInfo: { blocked },
          commonConfig: settings,
          silverInfoConf: settings,
        },
        veegoInfo: { gemsBalance: gems, silverBalance: silver },
      });
    },

    account: async ({ db, uid }) => {
      const { gems, silver, silverSpent } = await loadBalances(db, uid);
      const account = await findAccount(db, uid);
      const adult = account?.birthDate != null;
      const [locked, owed] = [await isLocked(db, uid), await owedBy(db, uid)];
      return ok({
        gemsBalance: gems,
        paid: account?.paid ?? false,
        silverBalance: silver,
        silverSpent,
        locked,
        owed,
        adult,
        ...(account && { role: account.role }),
      });
    },
  };
}
