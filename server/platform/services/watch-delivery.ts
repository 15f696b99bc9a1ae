import { randomUUID } from 'node:crypto';
import { DELIVERY_ANSWER_MS, DELIVERY_PATIENCE_MS } from './bounds.ts';

const PREFIX = 'delivery-';

/** Times of the check of delivery, in ms, and its clock; tests shorten them. */
export type DeliveryTimes = {
  readonly answerMs?: number;
  readonly patienceMs?: number;
  readonly now?: () => number;
};

/** Whether the XMPP server delivers the messages of this process, by messages that the process sends to itself. */
export type DeliveryWatch = {
  /** Sends a message, and resolves with what is wrong when none has come back for the patience, else with undefined. */
  lacks(): Promise<string | undefined>;
  /** Receives the id of a message from this process; true if the watch has sent it, however long ago. */
  onMessage(id: string | undefined): boolean;
};

/**
 * Creates the check of delivery. One slow message is no failure: under load the process would leave the load balancer and move its
 * clients to processes that are as busy. `send` returns false when the process has no stream to the XMPP server.
 */
export function watchDelivery(
  send: (id: string) => boolean,
  {
    answerMs = DELIVERY_ANSWER_MS,
    patienceMs = DELIVERY_PATIENCE_MS,
    now = () => performance.now(),
  }: DeliveryTimes = {},
): DeliveryWatch {
  const waiting = new Map<string, () => void>();
  let failingSince: number | undefined;

  async function isDelivered(): Promise<boolean | undefined> {
    const id = `${PREFIX}${randomUUID()}`;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    waiting.set(id, () => resolve(true));
    const timer = setTimeout(resolve, answerMs, false);
    const isSent = send(id);
    const arrived = isSent ? await promise : undefined;
    clearTimeout(timer);
    waiting.delete(id);
    return arrived;
  }

  return {
    async lacks() {
      const startedAt = now();
      const arrived = await isDelivered();
      if (arrived === true) {
        failingSince = undefined;
        return undefined;
      }
      failingSince ??= startedAt;
      if (now() - failingSince < patienceMs) return undefined;
      return arrived === undefined
        ? 'the services have no connection to the XMPP server'
        : 'the XMPP server does not deliver messages';
    },
    onMessage(id) {
      if (!id?.startsWith(PREFIX)) return false;
      waiting.get(id)?.();
      return true;
    },
  };
}
