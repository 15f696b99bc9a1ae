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

/**
 * Members of an object with which the fakes answer, also of the objects in it, none of them required. The compiler checks their names and
 * values against the SDK's API version.
 */
export type Answered<T> = T extends object ? { [Name in keyof T]?: Answered<T[Name]> } : T;

/** The objects with which the fakes answer, by the name in their member `object`. */
export type StripeObjects = {
  readonly charge: Stripe.Charge;
  readonly 'checkout.session': Stripe.Checkout.Session;
  readonly customer: Stripe.Customer;
  readonly dispute: Stripe.Dispute;
  readonly payment_intent: Stripe.PaymentIntent;
  readonly payment_method: Stripe.PaymentMethod;
  readonly refund: Stripe.Refund;
  readonly setup_intent: Stripe.SetupIntent;
};

/** Returns a parameter that the path does not accept; undefined if there is none or the path is not listed. */
export const unknownParam = (path: string, form: object): string | undefined =>
  Object.keys(form).find((name) => PARAMS[path]?.includes(name) === false);
