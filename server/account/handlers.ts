import type { accountRows } from '../../contract/account/endpoints.ts';
import { ok } from '../../contract/result.ts';
import type { HandlerParts } from '../handlers.ts';
import type { Handlers } from '../http/callers.ts';
import { listBlocks } from '../people/policy.ts';
import { loadBalances } from '../wallet/balances.ts';
import { findAccount } from './accounts.ts';
import { componentInfo } from './components.ts';

export function accountHandlers({ config, site }: HandlerParts): Pick<Handlers, keyof typeof accountRows> {
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
      return ok({ gemsBalance: gems, paid: account?.paid ?? false, silverBalance: silver, silverSpent });
    },
  };
}
