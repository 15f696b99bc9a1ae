import { useEffect } from 'react';

/** Query parameter set once the page has redirected, so that a user who comes back is not redirected again. */
const LEFT = 'left';

/** Redirects to a page of the gateway, once. An undefined `url` does nothing. */
export function useLeadOn(url: string | undefined): void {
  useEffect(() => {
    const own = new URL(location.href);
    if (url === undefined || own.searchParams.has(LEFT)) return;
    own.searchParams.set(LEFT, '1');
    history.replaceState(history.state, '', own);
    location.assign(url);
  }, [url]);
}
