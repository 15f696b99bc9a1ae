import type { XmppClient } from '@xmpp/client';

/**
 * Stream management's inbound counter (XEP-0198), kept by us for two reasons: the library's misses IQ answers
 * (trap 2), and ours must not speak of a stanza before its effect is committed. What is received but not
 * yet durable is sent again by the server after a resume, so a worker that dies in between loses nothing.
 */
export function countStanzas(xmpp: XmppClient, start: number) {
  let received = start;
  let durable = start;
  Object.defineProperty(xmpp.streamManagement, 'inbound', { get: () => durable, set: () => {} });
  return {
    /** Notes one more stanza and says which number it has. */
    next(): number {
      received += 1;
      return received;
    },
    /** Everything up to `n` is committed. */
    commit(n: number): void {
      durable = Math.max(durable, n);
    },
    /** A new session counts from zero. */
    reset(): void {
      received = 0;
      durable = 0;
    },
  };
}
export type StanzaCount = ReturnType<typeof countStanzas>;
