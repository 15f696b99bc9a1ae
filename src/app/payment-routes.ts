import type { RouteRow } from '../routing/route-row.ts';
import { partOf } from '../ui/lazy.tsx';

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

/** Routes of the payment pages and the payment result (product 2.1); part of `ROUTES`. */
export const PAYMENT_ROUTES: readonly RouteRow[] = [
  row(
    '/checkoutCards',
    'checkout_cards',
    partOf(() => import('../pages/payments/checkout-cards.tsx')),
  ),
  row(
    '/bindcheckout',
    'bind_checkout',
    partOf(() => import('../pages/payments/bind-checkout.tsx')),
  ),
  row(
    '/upi',
    'upi',
    partOf(() => import('../pages/payments/upi.tsx')),
  ),
  row(
    '/upiprocess',
    'upi_process',
    partOf(() => import('../pages/payments/upi-process.tsx')),
  ),
  row(
    '/payresult',
    'pay_result',
    partOf(() => import('../pages/payments/pay-result.tsx')),
  ),
];
