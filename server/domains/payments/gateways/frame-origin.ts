import type { PaymentSettings } from '../../../config.ts';

/**
 * The origin that payment pages may frame, for a page that was reached by this protocol and host name; undefined if the gateway
 * is never framed. The demo gateway builds its URLs by the same rule (demo/gateway/gateway.ts).
 */
export function frameOriginFor(
  { gateway, demo }: PaymentSettings,
  { protocol, hostname }: { readonly protocol: string; readonly hostname: string },
): string | undefined {
  if (gateway !== 'demo') return undefined;
  return demo.url === '' ? `${protocol}://${hostname}:${demo.port}` : demo.url;
}
