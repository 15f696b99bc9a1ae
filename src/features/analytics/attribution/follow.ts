import { config as brand } from '#brand/config.ts';
import { type AttributionSource, deriveAttribution } from '#contract/analytics/attribution.ts';
import { readState, watchState } from '#db/reads/app.ts';
import { arrival } from '../../../arrival.ts';
import { allowedNow, onAnswer } from '../../../consent.ts';
import { core } from '../../../core/core.ts';

async function readSource() {
  const row = await readState('attribution');
  const known = row?.info && { info: row.info, at: row.at ?? 0 };
  return deriveAttribution(arrival(), known, { now: Date.now(), newId: () => crypto.randomUUID() }) ?? row?.info;
}

/**
 * Creates the attribution source of brands without Adjust: the campaign parameters of the app's own links. Nothing is stored in
 * the page.
 */
const ownSource = (): AttributionSource => ({ read: readSource, refresh: readSource, forget: async () => {} });

let source: Promise<AttributionSource> | undefined;

/** Chooses Adjust if the brand has an app token, otherwise the campaign parameters of the app's own links. */
async function chooseSource(): Promise<AttributionSource> {
  const id = brand.analyticsIds.attribution;
  if (id === '') return ownSource();
  const { adjustSource } = await import('./adjust-source.ts');
  return adjustSource(id);
}

async function keep(found: ReturnType<AttributionSource['read']>): Promise<void> {
  const info = await found;
  if (info && allowedNow().attribution) await core.storeAttribution(info);
}
const warn = (error: unknown) => console.warn('failed to update the attribution', error);

/**
 * Reads the attribution (the campaign that led to this installation) and stores it, and again whenever the server asks. Called after
 * consent; once the consent is withdrawn, it stops and asks the source to erase its data.
 */
export async function startAttribution(): Promise<void> {
  if (source) return;
  const chosen = chooseSource();
  source = chosen;
  let stopWatching = () => {};
  // Before the answer of the service, which may take a minute: the consent may be withdrawn meanwhile.
  const stopListening = onAnswer(() => {
    if (allowedNow().attribution) return;
    stopListening();
    stopWatching();
    source = undefined;
    void chosen.then(({ forget }) => forget()).catch(warn);
  });
  const { read, refresh } = await chosen;
  if (source === chosen) await keep(read());
  if (source !== chosen) return;
  let requestCount: number | undefined;
  stopWatching = watchState('attribution', (row) => {
    const isNew = requestCount !== undefined && (row?.asked ?? 0) > requestCount;
    requestCount = row?.asked ?? 0;
    if (isNew) void keep(refresh()).catch(warn);
  });
}
