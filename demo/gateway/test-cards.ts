import { createHash } from 'node:crypto';

/**
 * Outcome of charging a test card. `slow`: success after SLOW_BANK_MS; `late`: declined, then paid; `other-sum`: half is paid; `dispute`:
 * paid, then disputed.
 */
export type CardBehaviour = 'pays' | 'no-funds' | 'declined' | 'challenge' | 'slow' | 'late' | 'other-sum' | 'dispute';

/** Outcome by card number, also shown to the payer; any other valid number is declined. */
export const TEST_CARDS: Readonly<Record<string, CardBehaviour>> = {
  '4242424242424242': 'pays',
  '5555555555554444': 'pays',
  '4000000000009995': 'no-funds',
  '4000000000000002': 'declined',
  '4000002500003155': 'challenge',
  '4000000000000119': 'slow',
  '4000000000000309': 'late',
  '4000000000000572': 'other-sum',
  '4000000000000259': 'dispute',
};

/** Card fields as the payer typed them. */
export type CardFields = {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
  readonly name: string;
};
/** The facts of a valid card that the gateway stores; the number itself is not among them. */
export type Card = {
  readonly does: CardBehaviour;
  readonly brand: string;
  readonly last4: string;
  readonly expires: string;
  /** Equal if the same fields are entered. All payers share a few test numbers, so the other fields distinguish their cards. */
  readonly fingerprint: string;
};
/** Name of the first invalid card field; the payer's page marks it. */
export type WrongField = keyof CardFields;

const NAME_MAX_CHARS = 80;
const FINGERPRINT_CHARS = 24;
const CENTURY = 2_000;
const YEARS_AHEAD_MAX = 30;

/** Validates the payer's input: returns the facts that may be stored, or the first invalid field. */
export function readCard(
  { number, expiry, cvc, name }: CardFields,
  now: number,
): Card | { readonly wrong: WrongField } {
  const digits = number.replaceAll(/[\s-]/g, '');
  if (!isCardNumber(digits)) return { wrong: 'number' };
  const expires = readExpiry(expiry, now);
  if (expires === undefined) return { wrong: 'expiry' };
  const brand = brandOf(digits);
  if (!(brand === 'amex' ? /^\d{4}$/ : /^\d{3}$/).test(cvc.trim())) return { wrong: 'cvc' };
  if (!/\p{L}/u.test(name) || name.length > NAME_MAX_CHARS) return { wrong: 'name' };
  const typed = [digits, expires, cvc.trim(), name.trim().toLowerCase()].join('|');
  const fingerprint = createHash('sha256').update(typed).digest('base64url').slice(0, FINGERPRINT_CHARS);
  return { does: TEST_CARDS[digits] ?? 'declined', brand, last4: digits.slice(-4), expires, fingerprint };
}

/** Whether the digits are a card number with a valid check digit (Luhn, ISO/IEC 7812). */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Parses `MM / YY` to `YYYY-MM`; undefined if malformed, or expired at `now`. */
function readExpiry(text: string, now: number): string | undefined {
  const [, month = '', year = ''] = /^\s*(0?[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d{2})\s*$/.exec(text) ?? [];
  if (month === '') return undefined;
  const expires = `${CENTURY + Number(year)}-${month.padStart(2, '0')}`;
  const ahead = CENTURY + Number(year) - new Date(now).getUTCFullYear();
  return isPast(expires, now) || ahead > YEARS_AHEAD_MAX ? undefined : expires;
}

/** Whether a card (`YYYY-MM`) is expired; it is valid until the end of its month in UTC. */
export const isPast = (expires: string, now: number) => expires < new Date(now).toISOString().slice(0, 7);

function brandOf(digits: string): string {
  if (digits.startsWith('4')) return 'visa';
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'mastercard';
  if (/^3[47]/.test(digits)) return 'amex';
  return 'card';
}
