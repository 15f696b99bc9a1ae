import { type InferOutput, maxLength, object, picklist, pipe } from 'valibot';
import { externalIdOrEmpty } from '../external-id.ts';
import { typedText } from '../typed-text.ts';
import { CAMPAIGN_MAX_CHARS, REATTRIBUTED_AFTER_DAYS } from './rules.ts';

const value = pipe(typedText, maxLength(CAMPAIGN_MAX_CHARS));

/** How this installation came here (product 3.11). */
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
  /** Random, and never the id of the device. */
  webUuid: externalIdOrEmpty,
});
export type AttributionInfo = Readonly<InferOutput<typeof attributionInfo>>;

/** Where the facts come from: our own links, or a service. */
export type AttributionSource = {
  /** What is known; at the first time it is found out. */
  read(): Promise<AttributionInfo | undefined>;
  /** Finds out once more, because the official service asks. */
  refresh(): Promise<AttributionInfo | undefined>;
  /** Withdrawn: nothing of it stays. */
  forget(): Promise<void>;
};

/** What a link said, in the memory of the page until a choice is made. */
export type Arrival = {
  readonly parameters: Readonly<Record<string, string>>;
  /** Origin and path of a foreign page; '' where there is none. */
  readonly referrer: string;
};

type Known = { readonly info: AttributionInfo; readonly at: number } | undefined;

/** The parameters of a link that say who led here. */
export const CAMPAIGN_PARAMETERS = [
  ...(['adj_t', 'tracker', 'utm_source', 'utm_campaign', 'utm_term', 'utm_content', 'label', 'fbclid'] as const),
];

const says = (of: Readonly<Record<string, string>>) =>
  CAMPAIGN_PARAMETERS.some((name) => name !== 'fbclid' && of[name] !== undefined);

/** What our own links say; undefined while nothing has changed. A link counts for a known device after 30 days only. */
export function attributed(
  { parameters }: Arrival,
  known: Known,
  { now, newId }: { readonly now: number; readonly newId: () => string },
): AttributionInfo | undefined {
  const isNew = known === undefined;
  const isOld = known !== undefined && now - known.at >= REATTRIBUTED_AFTER_DAYS * 86_400_000;
  if (!isNew && !(isOld && says(parameters))) return undefined;
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
  // The same link once more is no other link.
  return JSON.stringify(before) === JSON.stringify(after) ? undefined : info;
}
