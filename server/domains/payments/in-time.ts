import { GATEWAY_TIMEOUT_MS } from '../../../contract/payments/rules.ts';

/** Added to GATEWAY_TIMEOUT_MS, so that the adapter's own timeout expires first. */
const SPARE_MS = 500;

/** Thrown when the gateway did not answer in time, or about none of an order's sessions. */
export class GatewaySilent extends Error {
  override readonly name = 'GatewaySilent';
}

/** Thrown when the gateway answered with a failure. The log of errors writes the status. */
export class GatewayFailed extends Error {
  override readonly name = 'GatewayFailed';
  readonly statusCode: number;

  constructor(statusCode: number) {
    super(`the gateway answers ${statusCode}`);
    this.statusCode = statusCode;
  }
}

/**
 * Limits a request to the gateway, even if the adapter has no timeout: rejects with GatewaySilent half a second after
 * GATEWAY_TIMEOUT_MS.
 */
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
