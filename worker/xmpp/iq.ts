import type { Element } from '@xmpp/xml';
import { type HubRefusal, readNewPrice, readRefusal } from '#contract/calls/hub.ts';
import { type GiftRefused, readGiftRefusal } from '#contract/gifts/buy.ts';
import { bareJid } from '#contract/jid.ts';
import { type AppError, fail, ok, type Result } from '#contract/result.ts';

const REFUSED_NS = 'urn:gemcall:refused:1';

type Pending = {
  readonly to: string;
  readonly settle: (result: Result<Element, AppError | StanzaRefusal>) => void;
  readonly timer: ReturnType<typeof setTimeout>;
};

/**
 * A stanza error (RFC 6120, 8.3): its condition, whether its type is `wait`, and reason codes of the edge, the hub or
 * the gift service.
 */
export type StanzaRefusal = {
  readonly code: 'refused';
  readonly condition: string;
  readonly wait: boolean;
  /** The edge's own reason code (wire 2.3); absent when another entity refused. */
  readonly reason?: string;
  readonly hub?: HubRefusal;
  /** Current price of the hub, gems per started minute; with `price-changed`. */
  readonly newPrice?: number;
  readonly gift?: GiftRefused;
};

/** Sends an IQ request on the open stream. Only a response from the addressed entity counts, or an error from the gate. */
export type Request = (stanza: Element) => Promise<Result<Element, AppError | StanzaRefusal>>;
/** Like `Request`, for callers that need only a result: undefined when there was none. */
export type Ask = (stanza: Element) => Promise<Element | undefined>;

/** Parses a stanza error with the application-specific reasons of the edge, the hub and the gift service. */
export function readStanzaError(stanza: Element): StanzaRefusal {
  const error = stanza.getChild('error');
  const condition = error?.getChildElements().find((child) => child.name !== 'text')?.name ?? 'undefined-condition';
  const hub = readRefusal(stanza);
  const newPrice = readNewPrice(stanza);
  const reason = error?.getChild('refused', REFUSED_NS)?.attrs['reason'];
  const gift = readGiftRefusal(stanza);
  return {
    code: 'refused',
    condition,
    ...(reason && { reason }),
    wait: error?.attrs['type'] === 'wait',
    ...(hub && { hub }),
    ...(newPrice !== undefined && { newPrice }),
    ...(gift && { gift }),
  };
}

/**
 * Creates IQ requests and matches their responses. @xmpp/client accepts a response with the right id from anyone
 * (trap 1). Here it counts only from the addressed entity, or as an error from the gate; other responses are ignored, and the
 * request keeps waiting.
 */
export function createIqCaller(options: {
  readonly ownBare: string;
  readonly domain: string;
  readonly gate: string;
  readonly send: (stanza: Element) => void;
}) {
  const pending = new Map<string, Pending>();
  let isEnded = false;

  /** Returns whether the sender may answer. The own account and server may respond without `from` (RFC 6120, 8.1.2.1). */
  function isFrom(from: string | undefined, to: string, type: string | undefined): boolean {
    if (from === to) return true;
    if (to === options.ownBare || to === options.domain) {
      return from === undefined || from === options.ownBare || (to === options.domain && bareJid(from) === to);
    }
    return type === 'error' && from === options.gate;
  }

  return {
    /** Sends `stanza` with a new id. Fails with `timeout`, `offline` (the stream ended) or the stanza error. */
    request(stanza: Element, timeoutMs: number): Promise<Result<Element, AppError | StanzaRefusal>> {
      const id = crypto.randomUUID();
      stanza.attrs['id'] = id;
      const to = stanza.attrs['to'] ?? options.ownBare;
      if (isEnded) return Promise.resolve(fail({ code: 'offline' }));
      return new Promise((resolve) => {
        const settle: Pending['settle'] = (result) => {
          clearTimeout(timer);
          pending.delete(id);
          resolve(result);
        };
        const timer = setTimeout(() => settle(fail({ code: 'timeout' })), timeoutMs);
        pending.set(id, { to, settle, timer });
        options.send(stanza);
      });
    },
    /** Handles an incoming stanza. Returns whether it answers a request of this client. */
    take(stanza: Element): boolean {
      const { id, from, type } = stanza.attrs;
      const waiting = id === undefined ? undefined : pending.get(id);
      if (!stanza.is('iq') || !waiting || (type !== 'result' && type !== 'error')) return false;
      if (!isFrom(from, waiting.to, type)) return false;
      waiting.settle(type === 'result' ? ok(stanza) : fail(readStanzaError(stanza)));
      return true;
    },
    /** Fails all pending and all later requests, because the stream has ended. */
    abandon(): void {
      isEnded = true;
      for (const { settle } of [...pending.values()]) settle(fail({ code: 'offline' }));
    },
  };
}
