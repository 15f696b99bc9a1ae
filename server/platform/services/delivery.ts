import xml, { type Element } from '@xmpp/xml';
import { nanoid } from 'nanoid';
import { jidOfService, type Service } from '../../../contract/jid.ts';
import type { ServiceOptions, ServicePart } from './service.ts';

const IDS_NS = 'urn:xmpp:sid:0';
const PONG_WITHIN_MS = 5_000;
const AGAIN_AFTER_MS = 5_000;

/** A pending message of a service, as read from its outbox for delivery. */
export type OutboxMessage = {
  readonly id: number;
  /** Address of the recipient. */
  readonly owner: string;
  /** Id of the message in the recipient's archive; undefined when it is not archived. */
  readonly archiveId: string | undefined;
  readonly stanza: Element;
};

/** The outbox of a service: its pending messages; `server/domains/chat/outbox.ts` reads them from the database. */
export type OutboxSource = {
  /** Returns the oldest messages that are not deleted yet; those to be archived are archived before they are returned. */
  next(): Promise<readonly OutboxMessage[]>;
  /** Deletes messages that were delivered. */
  said(ids: readonly number[]): Promise<void>;
};

/** Dependencies of `createDelivery`. */
export type DeliveryOptions = ServiceOptions<OutboxSource> & {
  /** The sending service, for the log. */
  readonly service: Service;
};

/** The handler that delivers the outbox of one service; it runs in the leading process. */
export type Delivery = ServicePart & {
  /** Called when the database announces a message in the outbox, or when announcements may have been missed: sends the pending messages. */
  check(): void;
  /** Called for each new stream: sends pending messages, and those whose delivery an earlier stream did not confirm. */
  online(): void;
  close(): Promise<void>;
};

/**
 * Creates the handler that sends the pending messages of a service in order to all streams of their recipients, then pings (XEP-0199)
 * the service `gate` through the XMPP server. The pong proves that the XMPP server accepted everything before the ping; only then are the
 * messages deleted from the outbox. After a failure they are sent again under the same id, and clients show each once.
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
        log.warn({ service, err: error }, 'failed to deliver service messages, retrying');
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
      // A pong on this stream would not prove the delivery of messages sent on an earlier one.
      pendingPong?.resolve(false);
      check();
    },
    /** Handles the pong and returns true; returns false for any other stanza. */
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
