/** A value that this browser keeps between visits, or this tab over a reload. */
export type Local<T> = {
  readonly read: () => T;
  readonly write: (value: string) => void;
  readonly clear: () => void;
};

const STORES = { visits: () => localStorage, tab: () => sessionStorage } as const;

/**
 * Keeps one value; `parse` reads what is stored, which anything may have written. Storage may be forbidden or full: the
 * value then lasts as long as the page.
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

/** Whether anything can be stored here at all. */
export function canStore(): boolean {
  try {
    return localStorage.length >= 0;
  } catch {
    return false;
  }
}

/** For what is done once a day. */
export const isToday = (stored: string | null): boolean => stored === today();
export const today = (): string => new Date().toDateString();
