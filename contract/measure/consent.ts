import { NO_LASTS_DAYS, YES_LASTS_DAYS } from './rules.ts';

/**
 * The version of the words that are agreed to. A test ties it to the hash of the texts about cookies and privacy: who changes
 * what is said there asks everybody again.
 */
export const CONSENT_VERSION = 1;
/** Under this name the answer lies in the local storage. */
export const CONSENT_PLACE = 'consent';

/** An answer: `m` measurement, `a` attribution, `v` the words, `at` when (device clock, ms). */
export type Consent = {
  readonly v: number;
  readonly m: boolean;
  readonly a: boolean;
  readonly at: number;
  /** Said although the browser asks not to be followed: else that request counts. */
  readonly g?: boolean | undefined;
};

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** Anything may have written there: what cannot be read is no answer. By hand, since the landing page reads it too. */
export function readConsent(text: string | null): Consent | undefined {
  try {
    const { v, m, a, at, g } = Object(JSON.parse(text ?? 'null')) as Partial<Record<keyof Consent, unknown>>;
    if (!isCount(v) || !isCount(at) || typeof m !== 'boolean' || typeof a !== 'boolean') return undefined;
    return { v, m, a, at, ...(g === true && { g }) };
  } catch {
    return undefined;
  }
}

export type Allowed = { readonly measurement: boolean; readonly attribution: boolean };
export const NOTHING_ALLOWED: Allowed = { measurement: false, attribution: false };

const DAY_MS = 86_400_000;

function isCurrent({ v, m, a, at }: Consent, now: number): boolean {
  const lasts = (m || a ? YES_LASTS_DAYS : NO_LASTS_DAYS) * DAY_MS;
  // An answer from further ahead was given while the clock was wrong.
  return v === CONSENT_VERSION && now - at < lasts && at - now < DAY_MS;
}

/** What may be done. `isAskedNot`: the browser asks not to be followed (GPC or DNT). */
export function allowedBy(answer: Consent | undefined, now: number, isAskedNot: boolean): Allowed {
  if (!answer || !isCurrent(answer, now) || (isAskedNot && answer.g !== true)) return NOTHING_ALLOWED;
  return { measurement: answer.m, attribution: answer.a };
}

/** Whether to ask. Who has told the browser is not asked. */
export const isToAsk = (answer: Consent | undefined, now: number, isAskedNot: boolean): boolean =>
  !isAskedNot && !(answer && isCurrent(answer, now));
