import { config as brand } from '#brand/config.ts';
import {
  type Allowed,
  allowedBy,
  CONSENT_PLACE,
  CONSENT_VERSION,
  type Consent,
  isToAsk,
  readConsent,
} from '#contract/measure/consent.ts';
import { canStore, localValue } from './local.ts';

/** From which of our own places an answer came. */
export type ConsentWay = 'banner' | 'sheet' | 'settings';

const kept = localValue(CONSENT_PLACE, readConsent);
const listeners = new Set<() => void>();
let lastWay: ConsentWay = 'banner';

const changed = () => {
  for (const listener of listeners) listener();
};
addEventListener('storage', ({ key }) => {
  if (key === CONSENT_PLACE || key === null) changed();
});

/** Whether this brand measures anything at all. */
export const MEASURES = brand.reportServer !== '';

type Signals = { readonly globalPrivacyControl?: boolean; readonly doNotTrack?: string | null };

/** Whether the browser asks for its user not to be followed: Global Privacy Control, or Do Not Track. */
export function isAskedNot(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as unknown as Signals;
  return globalPrivacyControl === true || doNotTrack === '1' || doNotTrack === 'yes';
}

export const readAnswer = (): Consent | undefined => kept.read();
export const answeredBy = (): ConsentWay => lastWay;

/** Whether to ask now. Where nothing can be stored nothing is measured. */
export const shouldAsk = (): boolean => MEASURES && canStore() && isToAsk(readAnswer(), Date.now(), isAskedNot());
export const allowedNow = (): Allowed => allowedBy(readAnswer(), Date.now(), isAskedNot());

/** Keeps an answer. The core is told by who listens. */
export function answerConsent({ measurement, attribution }: Allowed, way: ConsentWay): void {
  lastWay = way;
  // Never older than the answer before, whatever the clock did.
  const at = Math.max(Date.now(), (readAnswer()?.at ?? -1) + 1);
  const signalled = isAskedNot() && (measurement || attribution);
  const answer: Consent = { v: CONSENT_VERSION, m: measurement, a: attribution, at, ...(signalled && { g: true }) };
  kept.write(JSON.stringify(answer));
  changed();
}

/** Takes over the answer that counts: the core has a newer one when this storage was emptied. */
export function takeOver(counts: Consent | null): void {
  if (counts === null || counts.at <= (readAnswer()?.at ?? -1)) return;
  kept.write(JSON.stringify(counts));
  changed();
}

/** Calls the listener after each answer, of other tabs too; returns how to stop that. */
export function onAnswer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
