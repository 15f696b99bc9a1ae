const KEY = 'call-here';

/** Which call this tab has, over a reload of it. */
export function rememberCall(id: string): void {
  sessionStorage.setItem(KEY, id);
}
export const isReturning = (id: string): boolean => sessionStorage.getItem(KEY) === id;
