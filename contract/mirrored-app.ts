/** Message of a page to its service worker at each start: restore app files that the browser evicted (`sw/refill.ts`). */
export const KEEP_APP = 'KEEP_APP';
