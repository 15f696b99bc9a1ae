import type { XmppClient } from '@xmpp/client';

/** Counter of inbound stanzas (XEP-0198): `next` counts each received one, but only those up to `commit` are acknowledged. */
export type StanzaCount = {
  /** Counts a received stanza and returns its sequence number. */
  next(): number;
  /** Records that everything up to `n` is committed. */
  commit(n: number): void;
  /** Starts from zero for a new stream, which was not resumed. */
  reset(): void;
};

/**
 * Replaces the library's inbound counter of stream management (XEP-0198), for two reasons: the library misses IQ
 * results (trap 2), and a stanza must not be acknowledged before its effect is committed. The server resends
 * unacknowledged stanzas after a resume, so a crash loses none.
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
