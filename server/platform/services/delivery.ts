import xml, { type Element } from '@xmpp/xml';
import { nanoid } from 'nanoid';
import { jidOfService, type Service } from '../../../contract/jid.ts';
import type { ServiceOptions, ServicePart } from './service.ts';

const IDS_NS = 'urn:xmpp:sid:0';
const PONG_WITHIN_MS = 5_000;
const AGAIN_AFTER_MS = 5_000;

export type OutboxMessage = {
  readonly id: number;
  /** Address of the recipient, and the id of the message in their archive: undefined when it is not kept. */
  readonly owner: string;
  readonly archiveId: string | undefined;
  readonly stanza: Element;
};

/** Source of a service's messages; `server/domains/chat/outbox.ts` reads it from the database. */
export type OutboxSource = {
  /** Returns the oldest unsent messages; those that are kept are already in the archives. */
  next(): Promise<readonly OutboxMessage[]>;
  said(ids: readonly number[]): Promise<void>;
};

export type DeliveryOptions = ServiceOptions<OutboxSource> & {
  /** Whose messages they are, for the log. */
  readonly service: Service;
};

export type Delivery = ServicePart & {
  /** Checks for waiting messages. */
  check(): void;
  /** The service has a stream: what waited, and what went out just before an earlier one broke. */
  online(): void;
  close(): Promise<void>;
};

/**
 * Sends waiting messages in order to all streams of their recipients, then pings the gate: the pong proves that the XMPP server
 * accepted everything before it, and only then is a message marked as sent. After any failure it is sent again under the same
 * id, and a client shows it once.
 */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { domain, service, source, log } = options;
  let isOnline = false;
  let isClosed = false;
  let running: Promise<void> | undefined;
  let isRerunWanted = false;
  let again: NodeJS.Timeout | undefined;
  let pendingPong: { readonly id: string; readonly resolve: (isThere: boolean) => void } | undefined;

  async function sendPending(): Promise<void> {
    for (;;) {
      const messages = await source.next();
      if (messages.length === 0 || isClosed) return;
      for (const { stanza, owner, archiveId } of messages) {
        if (archiveId !== undefined) stanza.append(xml('stanza-id', { xmlns: IDS_NS, by: owner, id: archiveId }));
        options.send(stanza);
      }
      if (!(await awaitPong())) throw new Error('no pong');
      await source.said(messages.map(({ id }) => id));
    }
  }

  function awaitPong(): Promise<boolean> {
    return new Promise((resolve) => {
      const id = nanoid();
      const timer = setTimeout(() => pendingPong?.resolve(false), PONG_WITHIN_MS);
      pendingPong = {
        id,
        resolve(isThere) {
          clearTimeout(timer);
          pendingPong = undefined;
          resolve(isThere);
        },
      };
      if (isClosed) pendingPong.resolve(false);
      else
        options.send(
          xml('iq', { type: 'get', id, to: jidOfService('gate', domain) }, xml('ping', { xmlns: 'urn:xmpp:ping' })),
        );
    });
  }

  function check(): void {
    isRerunWanted = true;
    if (!isOnline || isClosed || running) return;
    isRerunWanted = false;
    clearTimeout(again);
    running = sendPending()
      .catch((error: unknown) => {
        if (isClosed) return;
        log.warn({ service, err: error }, 'messages are not said yet');
        again = setTimeout(check, AGAIN_AFTER_MS);
      })
      .finally(() => {
        running = undefined;
        if (isRerunWanted) check();
      });
  }

  return {
    check,
    online() {
      isOnline = true;
      // A pong on this stream says nothing about messages that an earlier one may have lost.
      pendingPong?.resolve(false);
      check();
    },
    /** Returns true and handles the stanza when it is the pong. */
    take(stanza) {
      if (!pendingPong || !stanza.is('iq') || stanza.attrs['id'] !== pendingPong.id) return false;
      if (stanza.attrs['from'] !== jidOfService('gate', domain)) return false;
      pendingPong.resolve(stanza.attrs['type'] === 'result');
      return true;
    },
    async close() {
      isClosed = true;
      clearTimeout(again);
      pendingPong?.resolve(false);
      await running;
    },
  };
}
