import { useEffect } from 'react';

/** In our address once it has led on: whoever comes back is asked before they are led there again. */
const LEFT = 'left';

/** Leads to a page of the gateway by itself, once. Undefined: there is none, or it waits for a press. */
export function useLeadOn(url: string | undefined): void {
  useEffect(() => {
    const own = new URL(location.href);
    if (url === undefined || own.searchParams.has(LEFT)) return;
    own.searchParams.set(LEFT, '1');
    history.replaceState(history.state, '', own);
    location.assign(url);
  }, [url]);
}
