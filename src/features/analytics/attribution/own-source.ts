import { type AttributionSource, attributed } from '#contract/analytics/attribution.ts';
import { readState } from '#db/reads/app.ts';
import { arrival } from '../../../arrival.ts';

async function look() {
  const row = await readState('attribution');
  const known = row?.info && { info: row.info, at: row.at ?? 0 };
  return attributed(arrival(), known, { now: Date.now(), newId: () => crypto.randomUUID() }) ?? row?.info;
}

/** Attribution by the campaign parameters of the app's own links. The worker stores and erases it. */
export const ownSource = (): AttributionSource => ({ read: look, refresh: look, forget: async () => {} });
