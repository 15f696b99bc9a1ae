import { paymentDocument } from '#contract/payments/paths.ts';

/**
 * Whether the request navigates to a payment page, whose headers (CSP) differ from the app's: the server is asked each time instead of the
 * precache.
 */
export const isPaymentNavigation = (request: Pick<Request, 'mode'>, url: URL, origin: string): boolean =>
  request.mode === 'navigate' && url.origin === origin && paymentDocument(url.pathname) !== undefined;

/**
 * Answers a navigation to a payment page with the server's page; without a network with the app's precached page, which shows the failure.
 */
export const answerPaymentNavigation = (
  request: Request,
  precached: () => Promise<Response>,
  ask: (request: Request) => Promise<Response> = fetch,
): Promise<Response> => ask(request).catch(precached);
