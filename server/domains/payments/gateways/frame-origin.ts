import type { PaymentSettings } from '../../../config.ts';

/**
 * The origin of the gateway's pages that a page of the app may frame (in its Content-Security-Policy and for payments), if the page was
 * reached by this protocol and host name; undefined if the gateway is never framed. The demo gateway builds its URLs by the same rule
 * (demo/gateway/gateway.ts).
 */
export function frameOriginFor(
  { gateway, demo }: PaymentSettings,
  { protocol, hostname }: { readonly protocol: string; readonly hostname: string },
): string | undefined {
  if (gateway !== 'demo') return undefined;
  return demo.url === '' ? `${protocol}://${hostname}:${demo.port}` : demo.url;
}
