import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { config as brand } from '#brand/config.ts';
import { core } from '../core/core.ts';
import { useUnread } from '../data/threads.ts';
import { isPayment } from '../paths.ts';
import { arriveAt } from '../routing/popup-history.ts';
import type { RouteRow } from '../routing/route-row.ts';
import { isOverlay } from './routes.ts';

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

/**
 * Effects of a navigation: scrolls to the top (product 2.2), sets the document title with the number of unread messages, updates
 * the popup depth, and starts the chat connection when the user leaves a payment page.
 */
export function useArrival(route: RouteRow | undefined): void {
  const [path] = useLocation();
  const { t } = useTranslation(NAMESPACES);
  const unread = useUnread();
  const page = route ? t(route.title) : t('common:notFound.title');

  // In braces: some browsers return a promise from `scrollTo`, which React would take for a clean-up function.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the path triggers the effect
  useEffect(() => {
    scrollTo(0, 0);
  }, [path]);

  // Payment pages do not start the chat connection, so it is started when the user leaves them.
  const wasPaying = useRef(isPayment(path));
  useEffect(() => {
    if (wasPaying.current && !isPayment(path)) void core.wake('asked');
    wasPaying.current = isPayment(path);
  }, [path]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the path triggers the effect
  useLayoutEffect(() => arriveAt(route !== undefined && isOverlay(route)), [path, route]);

  useEffect(() => {
    document.title = `${unread > 0 && route?.access === 'auth' ? `(${unread > 99 ? '99+' : unread}) ` : ''}${page} · ${brand.name}`;
  }, [page, unread, route]);
}
