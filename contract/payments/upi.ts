import { fail, ok, type Result } from '../result.ts';

/** A parsed request to pay through an Indian bank's app (NPCI, UPI linking specification). */
export type Upi = {
  /** Address of the payee, `name@bank`. */
  readonly payee: string;
  readonly payeeName: string;
  /** Order id of this app. */
  readonly order: string;
  readonly note: string;
  /** In paise. */
  readonly amountMinor: number;
};

const URI_MAX_CHARS = 512;
const NAMES = ['pa', 'pn', 'mc', 'tr', 'tn', 'am', 'cu'] as const;
type Name = (typeof NAMES)[number];
const REQUIRED = ['pa', 'tr', 'am', 'cu'] as const;
const PAYEE = /^[\w.-]{2,64}@[a-z][a-z0-9]{1,32}$/i;
const ORDER = /^[\w-]{1,35}$/;
const AMOUNT = /^(0|[1-9]\d{0,7})\.\d{2}$/;
const MERCHANT = /^\d{4}$/;
const TEXT = /^[\p{L}\p{M}\p{N} .,'&()+-]{0,80}$/u;

/**
 * Reads `upi://pay?pa&pn&mc&tr&tn&am=149.00&cu=INR` strictly, because it becomes a link on the payer's phone: a gateway could otherwise
 * open any app with any data. Each name at most once, no others; rupees with two decimals, above zero.
 */
export function readUpi(uri: string): Result<Upi, 'not-upi'> {
  const query = /^upi:\/\/pay\?([\x21-\x7e]+)$/.exec(uri)?.[1];
  if (query === undefined || uri.length > URI_MAX_CHARS || /[#'"<>\\;]/.test(uri)) return fail('not-upi');
  const fields = fieldsOf(query);
  if (fields === undefined || REQUIRED.some((name) => !fields.has(name))) return fail('not-upi');
  const field = (name: Name, missing = '') => fields.get(name) ?? missing;
  const [payee, payeeName, order, note, amount] = [field('pa'), field('pn'), field('tr'), field('tn'), field('am')];
  const amountMinor = Math.round(Number(amount) * 100);
  const right =
    PAYEE.test(payee) &&
    ORDER.test(order) &&
    AMOUNT.test(amount) &&
    amountMinor > 0 &&
    field('cu') === 'INR' &&
    MERCHANT.test(field('mc', '0000')) &&
    TEXT.test(note) &&
    TEXT.test(payeeName);
  return right ? ok({ payee, payeeName, order, note, amountMinor }) : fail('not-upi');
}

/** Returns the fields of a query; undefined if one is unknown, repeated or not decodable. */
function fieldsOf(query: string): ReadonlyMap<Name, string> | undefined {
  const fields = new Map<Name, string>();
  for (const pair of query.split('&')) {
    const at = pair.indexOf('=');
    const name = NAMES.find((one) => one === pair.slice(0, at));
    if (name === undefined || fields.has(name)) return undefined;
    try {
      fields.set(name, decodeURIComponent(pair.slice(at + 1).replaceAll('+', ' ')));
    } catch {
      return undefined;
    }
  }
  return fields;
}

/** A link with which the UPI page opens a payment app; `any` lets the phone choose. */
export type UpiLink = { readonly app: 'gpay' | 'phonepe' | 'paytm' | 'bhim' | 'any'; readonly href: string };

const ANDROID_PACKAGES = {
  gpay: 'com.google.android.apps.nbu.paisa.user',
  phonepe: 'com.phonepe.app',
  paytm: 'net.one97.paytm',
  bhim: 'in.org.npci.upiapp',
} as const;

const IOS_PREFIXES = {
  gpay: 'tez://upi/pay',
  phonepe: 'phonepe://pay',
  paytm: 'paytmmp://pay',
  bhim: 'bhim://pay',
} as const;

const APPS = ['gpay', 'phonepe', 'paytm', 'bhim'] as const;
const queryOf = (uri: string) => uri.slice('upi://pay?'.length);
const any = (uri: string): UpiLink => ({ app: 'any', href: uri });

/** Links for Android: one intent per app, and one that lets the phone choose. Empty if `readUpi` refuses the address. */
export function androidIntents(uri: string): readonly UpiLink[] {
  if (!readUpi(uri).ok) return [];
  const intent = (app: (typeof APPS)[number]) =>
    `intent://pay?${queryOf(uri)}#Intent;scheme=upi;package=${ANDROID_PACKAGES[app]};end`;
  return [...APPS.map((app) => ({ app, href: intent(app) })), any(uri)];
}

/** Links for iOS, where each app has its own scheme. Empty if `readUpi` refuses the address. */
export function iosLinks(uri: string): readonly UpiLink[] {
  if (!readUpi(uri).ok) return [];
  return [...APPS.map((app) => ({ app, href: `${IOS_PREFIXES[app]}?${queryOf(uri)}` })), any(uri)];
}
