import { CAMPAIGN_PARAMETERS, type VisitSource } from '#contract/analytics/attribution.ts';
import { CAMPAIGN_MAX_CHARS, REFERRER_MAX_CHARS } from '#contract/analytics/rules.ts';
import { cutText } from '#contract/text/cut-text.ts';

/** The query of the opened URL, in this page's memory only. Attribution is read from it only after consent. */
const opened = location.search;

const clean = (text: string) => cutText(text.replaceAll(/[\p{Cc}\p{Cs}\p{Cn}]/gu, ''), CAMPAIGN_MAX_CHARS).trim();

/** Returns the campaign parameters of the query, including those that an app store passed in the parameter `referrer`. */
function parametersOf(search: string): VisitSource['parameters'] {
  const own = new URLSearchParams(search);
  const wrapped = new URLSearchParams(own.get('referrer') ?? '');
  const found = CAMPAIGN_PARAMETERS.map((name) => [name, clean(own.get(name) ?? wrapped.get(name) ?? '')] as const);
  return Object.fromEntries(found.filter(([, text]) => text !== ''));
}

/** Returns origin and path of a foreign referrer, without its query; empty for a page of this origin. */
function foreignPage(referrer: string): string {
  const url = URL.parse(referrer);
  return !url || url.origin === location.origin ? '' : (url.origin + url.pathname).slice(0, REFERRER_MAX_CHARS);
}

/**
 * Returns the campaign parameters and the foreign referrer with which this page was opened, for the first measurement. Must be
 * called only after consent.
 */
export const arrival = (): VisitSource => ({
  parameters: parametersOf(opened),
  referrer: foreignPage(document.referrer),
});
