import { paymentDocument } from '#contract/payments/paths.ts';

/**
 * Returns whether the request navigates to a page with its own headers. The precached page has the app's headers, so the server is asked
 * each time.
 */
export const isOwnDocument = (request: Pick<Request, 'mode'>, url: URL, origin: string): boolean =>
  request.mode === 'navigate' && url.origin === origin && paymentDocument(url.pathname) !== undefined;

/** Answers with the server's page; without a network with the app's precached page, which shows the failure. */
export const answerOwnDocument = (
  request: Request,
  precached: () => Promise<Response>,
  ask: (request: Request) => Promise<Response> = fetch,
): Promise<Response> => ask(request).catch(precached);
