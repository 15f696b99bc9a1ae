import type { RouteRow } from '../routing/route-row.ts';
import { partOf } from '../ui/later.tsx';

/**
 * Route of a payment page (product 2.1). Payment pages are documents of their own with special HTTP headers; they are `public`
 * because they redirect to the login themselves, with full page loads.
 */
const row = (path: RouteRow['path'], tracking: string, page: RouteRow['page']): RouteRow => ({
  path,
  tracking,
  page,
  access: 'public',
  popup: false,
  background: 'none',
  title: 'common:payment',
  offline: 'line',
});

export const PAYMENT_ROUTES: readonly RouteRow[] = [
  row(
    '/checkoutCards',
    'checkout_cards',
    partOf(() => import('../pages/checkout-cards.tsx')),
  ),
  row(
    '/bindcheckout',
    'bind_checkout',
    partOf(() => import('../pages/bind-checkout.tsx')),
  ),
  row(
    '/upi',
    'upi',
    partOf(() => import('../pages/upi.tsx')),
  ),
  row(
    '/upiprocess',
    'upi_process',
    partOf(() => import('../pages/upi-process.tsx')),
  ),
  row(
    '/payresult',
    'pay_result',
    partOf(() => import('../pages/pay-result.tsx')),
  ),
];
