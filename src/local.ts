/** A value stored in the browser's local storage, or for one tab in its session storage, as created by `localValue`. */
export type Local<T> = {
  readonly read: () => T;
  readonly write: (value: string) => void;
  readonly clear: () => void;
};

const STORES = { visits: () => localStorage, tab: () => sessionStorage } as const;

/**
 * Creates an accessor of a small stored value, such as a setting of this device. `parse` reads the stored text, which is
 * untrusted. When storage is forbidden or full, the value lasts as long as the page.
 */
export function localValue<T>(
  key: string,
  parse: (stored: string | null) => T,
  keptFor: keyof typeof STORES = 'visits',
): Local<T> {
  let inPage: string | null | undefined;
  const store = STORES[keptFor];
  const stored = (): string | null => {
    if (inPage !== undefined) return inPage;
    try {
      return store().getItem(key);
    } catch {
      return null;
    }
  };
  const keep = (value: string | null) => {
    try {
      if (value === null) store().removeItem(key);
      else store().setItem(key, value);
      inPage = undefined;
    } catch {
      inPage = value;
    }
  };
  return { read: () => parse(stored()), write: keep, clear: () => keep(null) };
}

/** Keys of the values that belong to the signed-in user and not to the device: picks, and prompts and notes that the user dismissed. */
const USER_KEYS = [
  'recent-emoji',
  'recent-stickers',
  'skin-tone',
  'complete-info',
  'gift-pack',
  'notice-offer',
  'notice-offer-no',
  'passkey-offer',
  'suggested',
  'translate-noted',
] as const;
/** Key of a value that `forgetUserValues` deletes. */
export type UserKey = (typeof USER_KEYS)[number];
const userValues = new Map<string, Local<unknown>>();

/** Creates a `localValue` of the signed-in user, deleted at the end of the session. */
export function userValue<T>(key: UserKey, parse: (stored: string | null) => T): Local<T> {
  const value = localValue(key, parse);
  userValues.set(key, value);
  return value;
}

/** Deletes the values of the user who has signed out, also those of modules that this page has not loaded. */
export function forgetUserValues(): void {
  for (const key of USER_KEYS) (userValues.get(key) ?? localValue(key, String)).clear();
}

/** Returns whether the local storage is accessible. */
export function canStore(): boolean {
  try {
    return localStorage.length >= 0;
  } catch {
    return false;
  }
}

/** Parser for `localValue` of things done once per day: returns whether the stored day is today on the device clock. */
export const isToday = (stored: string | null): boolean => stored === today();
/** Returns the current day of the device clock, in the format that `isToday` reads. */
export const today = (): string => new Date().toDateString();
