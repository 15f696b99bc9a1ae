import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useUnread } from '../data/threads.ts';
import type { RouteRow } from './routes.ts';

/** What every navigation does: scrolls to the top (section 2) and names the page, with what is unread in front. */
export function useArrival(route: RouteRow | undefined): void {
  const [path] = useLocation();
  const { t } = useTranslation(['common', 'login', 'message', 'settings']);
  const unread = useUnread();
  const page = route ? t(route.title) : t('common:notFound.title');

  // In braces: newer browsers answer a scroll with a promise, which React would call as a clean-up.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the occasion, not an input
  useEffect(() => {
    scrollTo(0, 0);
  }, [path]);

  useEffect(() => {
    document.title = `${unread > 0 && route?.access === 'auth' ? `(${unread > 99 ? '99+' : unread}) ` : ''}${page} · gemcall`;
  }, [page, unread, route]);
}
