import Adjust from '@adjustcom/adjust-web-sdk';
import type { AttributionInfo, AttributionSource } from '#contract/measure/attribution.ts';
import { CAMPAIGN_MAX_CHARS } from '#contract/measure/rules.ts';

/** The service may not answer at all; then nothing is known, and it is asked again at the next start. */
const ANSWER_WITHIN_MS = 30_000;

type Found = ReturnType<typeof Adjust.getAttribution>;

const short = (text = '') => text.slice(0, CAMPAIGN_MAX_CHARS);

/** Reads what the service found. */
export function infoOf(found: NonNullable<Found>, webUuid: string): AttributionInfo {
  const { adid, tracker_token, tracker_name, network, campaign, adgroup, creative, click_label, state } = found;
  return {
    adid: adid.slice(0, 64),
    tracker_token: short(tracker_token),
    tracker_name: tracker_name.slice(0, 4 * CAMPAIGN_MAX_CHARS),
    network: short(network),
    campaign: short(campaign),
    adgroup: short(adgroup),
    creative: short(creative),
    click_label: short(click_label),
    state: state === 'reattributed' ? 'reattributed' : 'installed',
    webUuid: webUuid.slice(0, 64),
  };
}

const withinTime = <T>(found: Promise<T>): Promise<T | undefined> =>
  Promise.race([found, new Promise<undefined>((resolve) => setTimeout(resolve, ANSWER_WITHIN_MS, undefined))]);

/** The attribution service of a brand that has an id there. Its library is of our own origin, and fetched after a yes. */
export function adjustSource(appToken: string): AttributionSource {
  Adjust.initSdk({
    appToken,
    environment: import.meta.env.MODE === 'production' ? 'production' : 'sandbox',
    logLevel: 'none',
    // Only the origins that the policy of our pages names.
    urlStrategy: { domains: ['adjust.com'], useSubdomains: true },
  });
  async function look(): Promise<AttributionInfo | undefined> {
    const found = await withinTime(Adjust.waitForAttribution());
    const webUuid = await withinTime(Adjust.waitForWebUUID());
    return found && infoOf(found, webUuid ?? '');
  }
  return {
    read: look,
    refresh: look,
    /** Has the service erase what it knows. Its library keeps but a mark that it is never to be asked again. */
    forget: async () => Adjust.gdprForgetMe(),
  };
}
