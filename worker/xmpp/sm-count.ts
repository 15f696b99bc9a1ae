import type { XmppClient } from '@xmpp/client';

export type StanzaCount = {
  /** Notes one more stanza and says which number it has. */
  next(): number;
  /** Everything up to `n` is committed. */
  commit(n: number): void;
  /** A new session counts from zero. */
  reset(): void;
};

/**
 * Stream management's inbound counter (XEP-0198), kept by us for two reasons: the library's misses IQ answers
 * (trap 2), and ours must not speak of a stanza before its effect is committed. What is received but not
 * yet durable is sent again by the server after a resume, so a worker that dies in between loses nothing.
 */
export function countStanzas(xmpp: XmppClient, start: number): StanzaCount {
  let received = start;
  let durable = start;
  Object.defineProperty(xmpp.streamManagement, 'inbound', { get: () => durable, set: () => {} });
  return {
    next() {
      received += 1;
      return received;
    },
    commit(n) {
      durable = Math.max(durable, n);
    },
    reset() {
      received = 0;
      durable = 0;
    },
  };
}
