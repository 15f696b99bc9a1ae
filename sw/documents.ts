import { paymentDocument } from '#contract/payments/paths.ts';

/** Pages whose headers are their own. The copy that was kept bears those of the app, so that the server is asked each time. */
export const isOwnDocument = (request: Pick<Request, 'mode'>, url: URL, origin: string): boolean =>
  request.mode === 'navigate' && url.origin === origin && paymentDocument(url.pathname) !== undefined;

/** The page from the server; without a network the app's own copy, which can say so. */
export const answerOwnDocument = (
  request: Request,
  kept: () => Promise<Response>,
  ask: (request: Request) => Promise<Response> = fetch,
): Promise<Response> => ask(request).catch(kept);
