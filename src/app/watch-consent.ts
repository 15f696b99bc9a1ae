import { arrival } from '../arrival.ts';
import {
  allowedNow,
  hasOptOutSignal,
  lastConsentWay,
  MEASURES,
  onAnswer,
  readStoredConsent,
  storeNewerConsent,
} from '../consent.ts';
import { core } from '../core/core.ts';
import { runsAlone } from '../data/platform.ts';
import { startLanguage } from '../i18n/choice.ts';
import { allowTracking } from './screens.ts';

const DEBUG_WAYS = ['debug', 'debug_only'] as const;

/**
 * Debug mode of the events in non-production builds: `?measure=debug` has each event validated separately. Empty in production builds and
 * without a known value.
 */
function debugOf(search: string): '' | (typeof DEBUG_WAYS)[number] {
  if (import.meta.env.MODE === 'production') return '';
  const debugParam = new URLSearchParams(search).get('measure');
  return DEBUG_WAYS.find((way) => way === debugParam) ?? '';
}

/** Starts the attribution; its code is loaded only after consent. */
async function followAttribution(): Promise<void> {
  const { startAttribution } = await import('../features/analytics/attribution/follow.ts');
  await startAttribution();
}

/** Pause after which a consent that the core did not take is reported again, ms. */
const RETRY_MS = 5_000;

/**
 * Reports the consent to the core, stores a newer one that the core has, and starts what is allowed. Resolves to whether the core took the
 * consent.
 */
async function reportConsent(debug: '' | (typeof DEBUG_WAYS)[number]): Promise<boolean> {
  const { measurement, attribution } = allowedNow();
  if (!measurement) allowTracking(false);
  const { parameters, referrer } = measurement || attribution ? arrival() : { parameters: {}, referrer: '' };
  const outcome = await core.consent({
    answer: readStoredConsent() ?? null,
    how: lastConsentWay(),
    isAskedNot: hasOptOutSignal(),
    language: startLanguage(),
    standalone: runsAlone(),
    referrer,
    fbclid: attribution ? (/^[\w.-]+$/.exec((parameters as Record<string, string>)['fbclid'] ?? '')?.[0] ?? '') : '',
    debug,
  });
  if (outcome.ok) {
    storeNewerConsent(outcome.value);
    // The user may have decided meanwhile: then the next report allows it, once the core has taken that.
    allowTracking(measurement && allowedNow().measurement);
  }
  if (allowedNow().attribution) await followAttribution();
  return outcome.ok;
}

/**
 * Reports the consent to the core, at the start of the app and after each decision, also in other tabs, and again until the core takes it:
 * a withdrawal must not wait for the next start. Does nothing in brands without measurement.
 */
export function watchConsent(): void {
  if (!MEASURES) return;
  const debug = debugOf(location.search);
  let retry: ReturnType<typeof setTimeout> | undefined;
  async function reportWithRetry(): Promise<void> {
    clearTimeout(retry);
    try {
      if (!(await reportConsent(debug))) retry = setTimeout(reportWithRetry, RETRY_MS);
    } catch (error) {
      console.warn('failed to report the consent', error);
    }
  }
  void reportWithRetry();
  onAnswer(() => void reportWithRetry());
}
