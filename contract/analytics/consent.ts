import { DAY_MS } from '../durations.ts';
import { CONSENT_VALID_DAYS, REFUSAL_VALID_DAYS } from './rules.ts';

/**
 * Version of the consent texts, stored with each decision. A test ties it to the hash of the texts on cookies and privacy: changing those
 * texts requires a new version, which asks every user again.
 */
export const CONSENT_VERSION = 1;
/** Local storage key under which pages store the consent decision as JSON. */
export const CONSENT_KEY = 'consent';

/**
 * The user's consent decision, in local storage and in the core: `m` measurement, `a` attribution, `v` version of the texts, `at` time
 * (device clock, ms).
 */
export type Consent = {
  readonly v: number;
  readonly m: boolean;
  readonly a: boolean;
  readonly at: number;
  /** True: given although the browser sends GPC or DNT; without it that signal wins. */
  readonly g?: boolean;
};

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/**
 * Parses the consent decision from local storage; undefined if it is invalid. Without a schema library, because the landing page uses it
 * too.
 */
export function readConsent(text: string | null): Consent | undefined {
  try {
    const { v, m, a, at, g } = Object(JSON.parse(text ?? 'null')) as Partial<Record<keyof Consent, unknown>>;
    if (!isCount(v) || !isCount(at) || typeof m !== 'boolean' || typeof a !== 'boolean') return undefined;
    return { v, m, a, at, ...(g === true && { g }) };
  } catch {
    return undefined;
  }
}

/** Processing that is permitted at this moment, as `allowedBy` derives it: sending analytics events, and determining the attribution. */
export type Allowed = { readonly measurement: boolean; readonly attribution: boolean };
/** Value of `Allowed` without a valid consent; also the core's initial value. */
export const NOTHING_ALLOWED: Allowed = { measurement: false, attribution: false };

function isCurrent({ v, m, a, at }: Consent, now: number): boolean {
  const lasts = (m || a ? CONSENT_VALID_DAYS : REFUSAL_VALID_DAYS) * DAY_MS;
  // A decision dated a day or more ahead was made while the device clock was wrong, and does not count.
  return v === CONSENT_VERSION && now - at < lasts && at - now < DAY_MS;
}

/**
 * Returns the processing that a decision permits now; nothing without one, after it expired, for other texts, or against an opt-out
 * signal. `isAskedNot`: the browser sends GPC or DNT.
 */
export function allowedBy(answer: Consent | undefined, now: number, isAskedNot: boolean): Allowed {
  if (!answer || !isCurrent(answer, now) || (isAskedNot && answer.g !== true)) return NOTHING_ALLOWED;
  return { measurement: answer.m, attribution: answer.a };
}

/**
 * Returns whether to show the consent banner: no current decision exists. A GPC or DNT signal counts as a refusal, so the user is not
 * asked.
 */
export const shouldAskForConsent = (answer: Consent | undefined, now: number, isAskedNot: boolean): boolean =>
  !isAskedNot && !(answer && isCurrent(answer, now));
