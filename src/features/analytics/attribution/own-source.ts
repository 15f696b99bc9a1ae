import { type AttributionSource, deriveAttribution } from '#contract/analytics/attribution.ts';
import { readState } from '#db/reads/app.ts';
import { arrival } from '../../../arrival.ts';

async function readSource() {
  const row = await readState('attribution');
  const known = row?.info && { info: row.info, at: row.at ?? 0 };
  return deriveAttribution(arrival(), known, { now: Date.now(), newId: () => crypto.randomUUID() }) ?? row?.info;
}

/**
 * Creates the attribution source of brands without Adjust: the campaign parameters of the app's own links. Nothing is stored in
 * the page.
 */
export const ownSource = (): AttributionSource => ({ read: readSource, refresh: readSource, forget: async () => {} });
