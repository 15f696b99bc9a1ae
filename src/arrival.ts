import { type Arrival, CAMPAIGN_PARAMETERS } from '#contract/measure/attribution.ts';
import { CAMPAIGN_MAX_CHARS, REFERRER_MAX_CHARS } from '#contract/measure/rules.ts';

/** The address that was opened, in the memory of this page alone: who led here is read from it after a yes only. */
const opened = location.search;

const clean = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\p{Cs}\p{Cn}]/gu, '')
    .slice(0, CAMPAIGN_MAX_CHARS)
    .trim();

/** Only what says who led here, of the address and of what an app store's wrapper handed on in it. */
function parametersOf(search: string): Arrival['parameters'] {
  const own = new URLSearchParams(search);
  const wrapped = new URLSearchParams(own.get('referrer') ?? '');
  const found = CAMPAIGN_PARAMETERS.map((name) => [name, clean(own.get(name) ?? wrapped.get(name) ?? '')] as const);
  return Object.fromEntries(found.filter(([, text]) => text !== ''));
}

/** Origin and path of a foreign page, never what it was asked. */
function foreignPage(referrer: string): string {
  const url = URL.parse(referrer);
  return !url || url.origin === location.origin ? '' : (url.origin + url.pathname).slice(0, REFERRER_MAX_CHARS);
}

/** Who led here. To be asked after a yes only. */
export const arrival = (): Arrival => ({
  parameters: parametersOf(opened),
  referrer: foreignPage(document.referrer),
});
