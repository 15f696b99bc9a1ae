import type { Hosting, hostingRows } from '../../../contract/hosting/endpoints.ts';
import { ok, type Result } from '../../../contract/result.ts';
import type { ApiPart, ServerDeps } from '../../part.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { submitApplication } from './application.ts';
import { readHosting } from './hosting.ts';
import { setPrice, setTakingCalls } from './settings.ts';

/** Creates the domain of hosts: applications, price and availability. No state in memory. */
export function hostingPart({ site }: ServerDeps): ApiPart<keyof typeof hostingRows> {
  const state = async (
    db: Queries,
    uid: number,
    changed: Result<undefined> = ok(undefined),
  ): Promise<Result<Hosting>> => (changed.ok ? ok(await readHosting(db, uid, await site.read(db))) : changed);
  return {
    name: 'hosting',
    handlers: {
      hosting: ({ db, uid }) => state(db, uid),
      applyAsHost: async ({ db, uid }, { rulesVersion }) =>
        state(db, uid, await submitApplication(db, uid, rulesVersion)),
      setHostPrice: async ({ db, uid }, { price }) =>
        state(db, uid, await setPrice(db, uid, price, await site.read(db))),
      setTakingCalls: async ({ db, uid }, change) => state(db, uid, await setTakingCalls(db, uid, change)),
    },
  };
}
