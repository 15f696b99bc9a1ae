/** Message of a page to its service worker at each start: restore evicted app files (`sw/refill.ts`). */
export const KEEP_APP = 'KEEP_APP';
