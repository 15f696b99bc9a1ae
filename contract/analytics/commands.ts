import { boolean, maxLength, nullable, number, object, optional, picklist, pipe, record, string, union } from 'valibot';
import { command, nothing } from '../command.ts';
import { attributionInfo } from './attribution.ts';
import { CONSENT_WAYS } from './endpoints.ts';

const consent = object({ v: number(), m: boolean(), a: boolean(), at: number(), g: optional(boolean()) });

/** Schema of a page's report of its consent, with what events need to know of the page. It checks types only; bounds are checked later. */
const consentReport = object({
  /** The consent in local storage (`CONSENT_KEY`); null if there is none. */
  answer: nullable(consent),
  how: picklist(CONSENT_WAYS),
  /** The browser sends GPC or DNT. */
  isAskedNot: boolean(),
  language: string(),
  /** Whether the app runs in standalone display mode. */
  standalone: boolean(),
  referrer: string(),
  /** The Facebook click id of the link. */
  fbclid: string(),
  /** Debug mode of the collector: events are validated one by one, and stored (`debug`) or not. Test and development builds only. */
  debug: picklist(['', 'debug', 'debug_only']),
});

/**
 * Commands of pages to the core for analytics: events, the user's consent, and attribution. Event names and properties are validated
 * before storage, after consent.
 */
export const measureCommands = {
  /** Records an event; dropped without consent, or if the name or a property is invalid. */
  track: command({
    account: 'any',
    args: [pipe(string(), maxLength(50)), record(string(), union([string(), number(), boolean()]))],
    value: nothing,
  }),
  /** Reports the page's consent at each start and change. Returns the effective consent: the newer of this one and the core's. */
  consent: command({ account: 'any', args: [consentReport], value: nullable(consent) }),
  /** Stores the attribution of this installation, with consent, and queues its report to the server if it changed. */
  storeAttribution: command({ account: 'any', args: [attributionInfo], value: nothing }),
};
