import { GATEWAY_TIMEOUT_MS } from '../../../contract/payments/rules.ts';

/** An adapter ends by itself first. */
const SPARE_MS = 500;

export class GatewaySilent extends Error {
  override readonly name = 'GatewaySilent';
}

/** Whatever an adapter does, nobody waits for ever. */
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
