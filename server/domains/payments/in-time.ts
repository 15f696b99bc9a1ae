import { GATEWAY_TIMEOUT_MS } from '../../../contract/payments/rules.ts';

/** The adapter's own timeout of GATEWAY_TIMEOUT_MS expires first. */
const SPARE_MS = 500;

/** The gateway did not answer in time. */
export class GatewaySilent extends Error {
  override readonly name = 'GatewaySilent';
}

/** Rejects with GatewaySilent when a request to the gateway takes too long, even if the adapter has no timeout. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, failed) => {
    timer = setTimeout(failed, GATEWAY_TIMEOUT_MS + SPARE_MS, new GatewaySilent());
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
