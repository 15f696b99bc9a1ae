/**
 * Pages of payments (product 2.2). A CSP belongs to a document, so these pages are entered by a load and never by the router. They start
 * no chat connection.
 */
const CARD_PATHS: readonly string[] = ['/checkoutcards', '/bindcheckout'];
const TEXT_PATHS: readonly string[] = ['/upi', '/upiprocess', '/payresult'];

/** Kind of a payment page (for its CSP). `card`: frames the gateway's card fields. `text`: text and links. Undefined: no payment page. */
export function paymentDocument(path: string): 'card' | 'text' | undefined {
  const name = path.toLowerCase().replace(/\/$/, '');
  if (CARD_PATHS.includes(name)) return 'card';
  return TEXT_PATHS.includes(name) ? 'text' : undefined;
}
