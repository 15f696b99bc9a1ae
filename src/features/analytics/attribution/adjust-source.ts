import Adjust from '@adjustcom/adjust-web-sdk';
import type { AttributionInfo, AttributionSource } from '#contract/analytics/attribution.ts';
import { CAMPAIGN_MAX_CHARS } from '#contract/analytics/rules.ts';
import { cutText } from '#contract/text/cut-text.ts';
import { delay } from '../../../../worker/delay.ts';

/** Timeout for the attribution service, ms. Without an answer it is asked again at the next start. */
const ANSWER_WITHIN_MS = 30_000;

type Found = ReturnType<typeof Adjust.getAttribution>;

const short = (text = '') => cutText(text, CAMPAIGN_MAX_CHARS);

/** Converts the answer of the Adjust SDK to the form that the server stores, with lengths limited. */
export function infoOf(found: NonNullable<Found>, webUuid: string): AttributionInfo {
  const { adid, tracker_token, tracker_name, network, campaign, adgroup, creative, click_label, state } = found;
  return {
    adid: adid.slice(0, 64),
    tracker_token: short(tracker_token),
    tracker_name: cutText(tracker_name, 4 * CAMPAIGN_MAX_CHARS),
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
  Promise.race([found, delay(ANSWER_WITHIN_MS).then(() => undefined)]);

/**
 * Creates the source of the attribution (the campaign that led to this installation) of brands with an Adjust app token. It starts the
 * SDK, which asks the service, so it is called only after consent.
 */
export function adjustSource(appToken: string): AttributionSource {
  Adjust.initSdk({
    appToken,
    environment: import.meta.env.MODE === 'production' ? 'production' : 'sandbox',
    logLevel: 'none',
    // Only the domains that the Content-Security-Policy allows.
    urlStrategy: { domains: ['adjust.com'], useSubdomains: true },
  });
  async function readSource(): Promise<AttributionInfo | undefined> {
    const found = await withinTime(Adjust.waitForAttribution());
    const webUuid = await withinTime(Adjust.waitForWebUUID());
    return found && infoOf(found, webUuid ?? '');
  }
  return {
    read: readSource,
    refresh: readSource,
    /** Asks the service to erase the data (GDPR). The SDK then stores only a flag that disables it. */
    forget: async () => Adjust.gdprForgetMe(),
  };
}
