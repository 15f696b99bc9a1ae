import { type InferOutput, maxLength, object, picklist, pipe } from 'valibot';
import { DAY_MS } from '../durations.ts';
import { externalIdOrEmpty } from '../external-id.ts';
import { typedText } from '../text/typed-text.ts';
import { CAMPAIGN_MAX_CHARS, REATTRIBUTED_AFTER_DAYS } from './rules.ts';

const value = pipe(typedText, maxLength(CAMPAIGN_MAX_CHARS));

/**
 * Schema of the attribution of an installation, which the device reports with consent: the campaign, link or network that it came from
 * (product 3.11).
 */
export const attributionInfo = object({
  adid: externalIdOrEmpty,
  tracker_token: value,
  tracker_name: pipe(typedText, maxLength(4 * CAMPAIGN_MAX_CHARS + 6)),
  network: value,
  campaign: value,
  adgroup: value,
  creative: value,
  click_label: value,
  state: picklist(['installed', 'reattributed']),
  /** Random, and never the device id. */
  webUuid: externalIdOrEmpty,
});
/** Attribution of this installation: the campaign, link or network that it came from. */
export type AttributionInfo = Readonly<InferOutput<typeof attributionInfo>>;

/** Where the page gets the attribution from: the app's own links, or Adjust if the brand has a token. Used only after consent. */
export type AttributionSource = {
  /** Returns the attribution; determines it on the first call. */
  read(): Promise<AttributionInfo | undefined>;
  /** Determines the attribution again, on request of the official service. */
  refresh(): Promise<AttributionInfo | undefined>;
  /** Deletes everything after consent was withdrawn. */
  forget(): Promise<void>;
};

/** Campaign parameters and referrer of the visit, in the page's memory only; read after the user consented to attribution. */
export type VisitSource = {
  readonly parameters: Readonly<Record<string, string>>;
  /** Origin and path of a foreign page; '' if there is none. */
  readonly referrer: string;
};

type Known = { readonly info: AttributionInfo; readonly at: number } | undefined;

/** Query parameters of an opened link that attribution reads; all others are ignored. */
export const CAMPAIGN_PARAMETERS = [
  ...(['adj_t', 'tracker', 'utm_source', 'utm_campaign', 'utm_term', 'utm_content', 'label', 'fbclid'] as const),
];

const hasCampaign = (of: Readonly<Record<string, string>>) =>
  CAMPAIGN_PARAMETERS.some((name) => name !== 'fbclid' && of[name] !== undefined);

/**
 * Derives the attribution from the campaign parameters of the visit: for a new installation, or for a campaign link 30 days or more after
 * the last attribution. Undefined if neither applies, or if the link is the same as before. `known`: the stored attribution and its time.
 */
export function deriveAttribution(
  { parameters }: VisitSource,
  known: Known,
  { now, newId }: { readonly now: number; readonly newId: () => string },
): AttributionInfo | undefined {
  const isNew = known === undefined;
  const isOld = known !== undefined && now - known.at >= REATTRIBUTED_AFTER_DAYS * DAY_MS;
  if (!isNew && !(isOld && hasCampaign(parameters))) return undefined;
  const network = parameters['utm_source'] ?? 'organic';
  const campaign = parameters['utm_campaign'] ?? '';
  const adgroup = parameters['utm_term'] ?? '';
  const creative = parameters['utm_content'] ?? '';
  const token = parameters['adj_t'] ?? parameters['tracker'] ?? '';
  const info: AttributionInfo = {
    adid: known?.info.adid ?? newId().replaceAll('-', ''),
    tracker_token: token,
    tracker_name: [network, campaign, adgroup, creative].join('::'),
    network,
    campaign,
    adgroup,
    creative,
    click_label: parameters['label'] ?? '',
    state: isNew ? 'installed' : 'reattributed',
    webUuid: known?.info.webUuid ?? newId(),
  };
  const { state: _then, ...before } = known?.info ?? ({} as Partial<AttributionInfo>);
  const { state: _now, ...after } = info;
  // The same link again is not a new attribution.
  return JSON.stringify(before) === JSON.stringify(after) ? undefined : info;
}
