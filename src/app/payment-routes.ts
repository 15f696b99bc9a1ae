import { CARD_BINDING, CARD_CHECKOUT, PAY_RESULT, UPI_CHECKOUT, UPI_WAIT } from '#contract/payments/paths.ts';
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
    CARD_CHECKOUT,
    'checkout_cards',
    partOf(() => import('../pages/payments/checkout-cards.tsx')),
  ),
  row(
    CARD_BINDING,
    'bind_checkout',
    partOf(() => import('../pages/payments/bind-checkout.tsx')),
  ),
  row(
    UPI_CHECKOUT,
    'upi',
    partOf(() => import('../pages/payments/upi.tsx')),
  ),
  row(
    UPI_WAIT,
    'upi_process',
    partOf(() => import('../pages/payments/upi-process.tsx')),
  ),
  row(
    PAY_RESULT,
    'pay_result',
    partOf(() => import('../pages/payments/pay-result.tsx')),
  ),
];
