import { useEffect } from 'react';
import { whenOnline } from './leave.ts';

/** Query parameter set once the page has redirected, so that a user who comes back is not redirected again. */
const LEFT = 'left';

/** Navigates to a page of the payment gateway, such as a bank's confirmation, once per page. Does nothing while `url` is undefined. */
export function useLeadOn(url: string | undefined): void {
  useEffect(() => {
    const own = new URL(location.href);
    if (url === undefined || own.searchParams.has(LEFT)) return;
    return whenOnline(() => {
      own.searchParams.set(LEFT, '1');
      history.replaceState(history.state, '', own);
      location.assign(url);
    });
  }, [url]);
}
