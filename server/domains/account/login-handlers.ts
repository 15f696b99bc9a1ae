import type { loginRows } from '../../../contract/account/login-endpoints.ts';
import { MAINTENANCE_ON } from '../../../contract/account/rules.ts';
import { ok } from '../../../contract/result.ts';
import type { Config } from '../../config.ts';
import type { Handlers } from '../../platform/http/callers.ts';
import { isReachable } from '../../platform/http/listen.ts';
import type { Login } from './login.ts';
import { isUnderMaintenance } from './site/maintenance.ts';
import type { Site } from './site/site.ts';
import { revokeToken } from './tokens.ts';
import { loginDevice } from './user-agent.ts';

type LoginParts = {
  readonly config: Pick<
    Config,
    'googleClientId' | 'demo' | 'allowedHosts' | 'maintenance' | 'appUrls' | 'workerOff' | 'mail'
  >;
  readonly login: Login;
  readonly site: Site;
  readonly pushKey: () => string;
};

/** Handlers of login, logout, the public configuration and the maintenance status; all but logout need no token. */
export function loginHandlers({ config, login, site, pushKey }: LoginParts): Pick<Handlers, keyof typeof loginRows> {
  return {
    login: ({ device }, input) => login.login(input, loginDevice(device)),

    userPwdLogin: ({ device }, input) => login.byPassword(input, loginDevice(device)),

    logout: async ({ db, tokenHash }) => {
      await db.transaction((tx) => revokeToken(tx, tokenHash));
      return ok({});
    },

    websiteConfig: async ({ db }) => {
      const settings = await site.read(db);
      return ok({
        appDownloadInfo: { ...config.appUrls },
        googleClientId: config.googleClientId,
        demo: config.demo,
        publicDemo: config.demo && isReachable(config),
        recovery: config.mail !== undefined,
        pushKey: pushKey(),
        measurePaused: settings.pauseMeasuring,
        workerOff: config.workerOff,
        silverInfoConf: settings,
      });
    },

    maintenanceStatus: async ({ db }) => {
      const isOn = await isUnderMaintenance(db, new Date());
      return ok({ maintananceStatus: isOn ? MAINTENANCE_ON : config.maintenance });
    },
  };
}
