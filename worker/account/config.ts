import { MAINTENANCE_ON } from '#contract/account/rules.ts';
import { ok, type Result } from '#contract/result.ts';
import type { Api } from '../api/client.ts';
import type { AppDb } from '../db/schema.ts';
import { saveSilver } from './site.ts';

/**
 * Fetches and stores the configuration (product 7.5), for the command `refreshConfig` and the service worker's periodic refresh:
 * maintenance, then the website's settings. If one of the two requests fails, nothing is stored and its error is returned.
 */
export async function refreshConfig(app: AppDb, api: Pick<Api, 'call'>): Promise<Result<null>> {
  const maintenance = await api.call('maintenanceStatus', {});
  if (!maintenance.ok) return maintenance;
  const config = await api.call('websiteConfig', {});
  if (!config.ok) return config;
  await app.state.put({
    key: 'config',
    googleClientId: config.value.googleClientId,
    demo: config.value.demo,
    publicDemo: config.value.publicDemo === true,
    recovery: config.value.recovery === true,
    maintenance: maintenance.value.maintananceStatus === MAINTENANCE_ON,
    stores: config.value.appDownloadInfo,
    pushKey: config.value.pushKey,
    measurePaused: config.value.measurePaused === true,
    workerOff: config.value.workerOff === true,
  });
  await app.transaction('rw', app.state, () => saveSilver(app, config.value.silverInfoConf));
  return ok(null);
}
