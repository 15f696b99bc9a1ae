import { NO_LASTS_DAYS, YES_LASTS_DAYS } from './rules.ts';

/**
 * Version of the consent texts. A test ties it to the hash of the texts on cookies and privacy: changing those texts requires a new
 * version, which asks every user again.
 */
export const CONSENT_VERSION = 1;
/** Local storage key of the consent. */
export const CONSENT_PLACE = 'consent';

/** A consent decision: `m` measurement, `a` attribution, `v` version of the texts, `at` time (device clock, ms). */
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

/** Parses stored consent; undefined if it is invalid. Without a schema library, because the landing page uses it too. */
export function readConsent(text: string | null): Consent | undefined {
  try {
    const { v, m, a, at, g } = Object(JSON.parse(text ?? 'null')) as Partial<Record<keyof Consent, unknown>>;
    if (!isCount(v) || !isCount(at) || typeof m !== 'boolean' || typeof a !== 'boolean') return undefined;
    return { v, m, a, at, ...(g === true && { g }) };
  } catch {
    return undefined;
  }
}

/** Processing that the user has permitted. */
export type Allowed = { readonly measurement: boolean; readonly attribution: boolean };
export const NOTHING_ALLOWED: Allowed = { measurement: false, attribution: false };

const DAY_MS = 86_400_000;

function isCurrent({ v, m, a, at }: Consent, now: number): boolean {
  const lasts = (m || a ? YES_LASTS_DAYS : NO_LASTS_DAYS) * DAY_MS;
  // A decision further in the future was made while the clock was wrong.
  return v === CONSENT_VERSION && now - at < lasts && at - now < DAY_MS;
}

/** Returns the permitted processing. `isAskedNot`: the browser sends GPC or DNT. */
export function allowedBy(answer: Consent | undefined, now: number, isAskedNot: boolean): Allowed {
  if (!answer || !isCurrent(answer, now) || (isAskedNot && answer.g !== true)) return NOTHING_ALLOWED;
  return { measurement: answer.m, attribution: answer.a };
}

/** Whether to show the consent dialog. A GPC or DNT signal counts as a refusal. */
export const isToAsk = (answer: Consent | undefined, now: number, isAskedNot: boolean): boolean =>
  !isAskedNot && !(answer && isCurrent(answer, now));
