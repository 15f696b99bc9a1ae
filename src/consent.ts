import { config as brand } from '#brand/config.ts';
import {
  type Allowed,
  allowedBy,
  CONSENT_KEY,
  CONSENT_VERSION,
  type Consent,
  readConsent,
  shouldAskForConsent,
} from '#contract/analytics/consent.ts';
import { createStore } from './create-store.ts';
import { canStore, localValue } from './local.ts';

/** Part of the interface in which the user decided about measurement and attribution; reported with the consent. */
export type ConsentWay = 'banner' | 'sheet' | 'settings';

const storedConsent = localValue(CONSENT_KEY, readConsent);
/** The last decision that this page knows of. */
const answer = createStore(storedConsent.read());
let lastWay: ConsentWay = 'banner';

const changed = () => answer.set(storedConsent.read());
addEventListener('storage', ({ key }) => {
  if (key === CONSENT_KEY || key === null) changed();
});

/** Whether this brand measures anything at all; otherwise the user is never asked for consent. */
export const MEASURES = brand.reportServer !== '';

type Signals = { readonly globalPrivacyControl?: boolean; readonly doNotTrack?: string | null };

/** Returns whether the browser sends an opt-out signal: Global Privacy Control or Do Not Track. */
export function hasOptOutSignal(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as unknown as Signals;
  return globalPrivacyControl === true || doNotTrack === '1' || doNotTrack === 'yes';
}

/** Returns the stored consent; undefined when the user has not decided. */
export const readStoredConsent = (): Consent | undefined => storedConsent.read();
/** Returns in which part of the interface the user last decided about consent in this page; `banner` before any decision. */
export const lastConsentWay = (): ConsentWay => lastWay;

/** Returns whether to ask for consent now. Without storage nothing is measured, so the user is not asked. */
export const shouldAsk = (): boolean =>
  MEASURES && canStore() && shouldAskForConsent(readStoredConsent(), Date.now(), hasOptOutSignal());
/** Returns what the stored consent and the browser's signals currently allow. Checked before each use of measurement or attribution. */
export const allowedNow = (): Allowed => allowedBy(readStoredConsent(), Date.now(), hasOptOutSignal());

/** Stores the user's decision on this device; listeners of `onAnswer` report it to the core. */
export function answerConsent({ measurement, attribution }: Allowed, way: ConsentWay): void {
  lastWay = way;
  // Never older than the previous decision, even if the device clock was set back.
  const at = Math.max(Date.now(), (readStoredConsent()?.at ?? -1) + 1);
  const signalled = hasOptOutSignal() && (measurement || attribution);
  const decision: Consent = { v: CONSENT_VERSION, m: measurement, a: attribution, at, ...(signalled && { g: true }) };
  storedConsent.write(JSON.stringify(decision));
  changed();
}

/** Stores the decision that the core has if it is newer than the stored one, for example after this storage was cleared. */
export function storeNewerConsent(counts: (Omit<Consent, 'g'> & { readonly g?: boolean | undefined }) | null): void {
  if (counts === null || counts.at <= (readStoredConsent()?.at ?? -1)) return;
  storedConsent.write(JSON.stringify(counts));
  changed();
}

/**
 * Calls the listener after each change of the stored consent: by a decision here or in another tab, by the core's newer one, or when the
 * storage is cleared. Returns a function that stops it.
 */
export const onAnswer = answer.subscribe;
