import type Stripe from 'stripe';

/**
 * Parameters that the fakes accept in POST requests, by path. The compiler checks each name against the SDK's API version; the real API
 * refuses any other name with `parameter_unknown`.
 */
const PARAMS: Readonly<Record<string, readonly string[]>> = {
  'checkout/sessions': [
    'adaptive_pricing',
    'allowed_payment_method_types',
    'cancel_url',
    'client_reference_id',
    'customer',
    'customer_creation',
    'expand',
    'expires_at',
    'line_items',
    'metadata',
    'mode',
    'payment_intent_data',
    'success_url',
    'ui_mode',
  ] satisfies readonly (keyof Stripe.Checkout.SessionCreateParams)[],
  payment_intents: [
    'allowed_payment_method_types',
    'amount',
    'confirm',
    'currency',
    'customer',
    'expand',
    'metadata',
    'payment_method',
    'return_url',
  ] satisfies readonly (keyof Stripe.PaymentIntentCreateParams)[],
  refunds: ['amount', 'expand', 'metadata', 'payment_intent'] satisfies readonly (keyof Stripe.RefundCreateParams)[],
};

/** Returns a parameter that the path does not accept; undefined if there is none or the path is not listed. */
export const unknownParam = (path: string, form: object): string | undefined =>
  Object.keys(form).find((name) => PARAMS[path]?.includes(name) === false);
