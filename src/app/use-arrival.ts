import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { config as brand } from '#brand/config.ts';
import { core } from '../core/core.ts';
import { useUnread } from '../data/threads.ts';
import { isPayment } from '../paths.ts';
import { arriveAt } from '../routing/popup-history.ts';
import type { RouteRow } from '../routing/route-row.ts';
import { liesOver } from './routes.ts';

const NAMESPACES = [
  'call',
  'common',
  'edit',
  'entrance',
  'friends',
  'login',
  'match',
  'message',
  'preflight',
  'profile',
  'settings',
  'wall',
  'download',
  'domain',
  'official',
] as const;

/** What every navigation does: scrolls to the top (product 2.2) and names the page, with what is unread in front. */
export function useArrival(route: RouteRow | undefined): void {
  const [path] = useLocation();
  const { t } = useTranslation(NAMESPACES);
  const unread = useUnread();
  const page = route ? t(route.title) : t('common:notFound.title');

  // In braces: newer browsers answer a scroll with a promise, which React would call as a clean-up.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the occasion, not an input
  useEffect(() => {
    scrollTo(0, 0);
  }, [path]);

  // Away from the payment pages, where the chat connection was not started.
  const wasPaying = useRef(isPayment(path));
  useEffect(() => {
    if (wasPaying.current && !isPayment(path)) void core.wake('asked');
    wasPaying.current = isPayment(path);
  }, [path]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the occasion, not an input
  useLayoutEffect(() => arriveAt(route !== undefined && liesOver(route)), [path, route]);

  useEffect(() => {
    document.title = `${unread > 0 && route?.access === 'auth' ? `(${unread > 99 ? '99+' : unread}) ` : ''}${page} · ${brand.name}`;
  }, [page, unread, route]);
}
