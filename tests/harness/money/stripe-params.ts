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

/** The parameters of a request to Stripe, as its form encoding nests them. */
export type Form = { [key: string]: string | Form };

/** Parses Stripe's form encoding: `a[b][0][c]=d`. */
export function readForm(text: string): Form {
  const form: Form = {};
  for (const [path, value] of new URLSearchParams(text)) {
    const names = path.split(/[[\]]+/).filter((part) => part !== '');
    let at = form;
    for (const part of names.slice(0, -1)) {
      at[part] ??= {};
      at = at[part] as Form;
    }
    at[names.at(-1) ?? ''] = value;
  }
  return form;
}

/** A parameter of a request that is a text; null if it is missing or none. */
export const textIn = (form: Form, name: string): string | null => (typeof form[name] === 'string' ? form[name] : null);
/** The metadata of a request to Stripe; empty if it has none. */
export const metadataIn = (form: Form) => (form['metadata'] ?? {}) as Stripe.Metadata;

/** Returns a parameter that the path does not accept; undefined if there is none or the path is not listed. */
export const unknownParam = (path: string, form: object): string | undefined =>
  Object.keys(form).find((name) => PARAMS[path]?.includes(name) === false);
