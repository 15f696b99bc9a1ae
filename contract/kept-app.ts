/** What a page says to its service worker at each start: keep the app, should it be gone (`sw/refill.ts`). */
export const KEEP_APP = 'KEEP_APP';
