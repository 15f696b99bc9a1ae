/** Path of the page that pays by card. */
export const CARD_CHECKOUT = '/checkoutCards';
/** Path of the page that saves a card without a purchase, without its parameter; links use `bindPath` and load the document. */
export const CARD_BINDING = '/bindcheckout';
/** Path of the page that pays by UPI, without its parameter; links use `payPath` and load the document. */
export const UPI_CHECKOUT = '/upi';
/** Path of the page that waits for a UPI payment. */
export const UPI_WAIT = '/upiprocess';
/** Path of the page with the outcome of an order, without its parameters; links use `resultPath`. */
export const PAY_RESULT = '/payresult';

/** Returns the path of the page with the outcome of an order. */
export const resultPath = (orderId: string): string => `${PAY_RESULT}?order=${encodeURIComponent(orderId)}`;

/**
 * Pages of payments (product 2.2). A CSP belongs to a document, so these pages are entered by a load and never by the router. They start
 * no chat connection.
 */
const CARD_PATHS: readonly string[] = [CARD_CHECKOUT.toLowerCase(), CARD_BINDING];
const TEXT_PATHS: readonly string[] = [UPI_CHECKOUT, UPI_WAIT, PAY_RESULT];

/** Kind of a payment page (for its CSP). `card`: frames the gateway's card fields. `text`: text and links. Undefined: no payment page. */
export function paymentDocument(path: string): 'card' | 'text' | undefined {
  const name = path.toLowerCase().replace(/\/$/, '');
  if (CARD_PATHS.includes(name)) return 'card';
  return TEXT_PATHS.includes(name) ? 'text' : undefined;
}
