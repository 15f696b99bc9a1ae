import xml, { type Element } from '@xmpp/xml';
import { nanoid } from 'nanoid';
import { jidOfService } from '../../contract/jid.ts';
import type { Logger } from '../logger.ts';
import type { Send, ServicePart } from './service.ts';

const IDS_NS = 'urn:xmpp:sid:0';
const PONG_WITHIN_MS = 5_000;
const AGAIN_AFTER_MS = 5_000;

export type Saying = {
  readonly id: number;
  /** The address of whom it is for, and the id under which they find it in their archive. */
  readonly owner: string;
  readonly archiveId: string;
  readonly stanza: Element;
};

/** Where the official service reads what it has to say; `server/chat/official/outbox.ts` reads it from the database. */
export type OfficialSource = {
  /** The oldest that are not said yet; they stand in the archives by then. */
  next(): Promise<readonly Saying[]>;
  said(ids: readonly number[]): Promise<void>;
};

export type OfficialOptions = {
  readonly domain: string;
  readonly source: OfficialSource;
  readonly log: Logger;
  /** In the name of the official service. */
  readonly send: Send;
};

export type Official = ServicePart & {
  /** Something may wait. */
  look(): void;
  /** The service has a stream: what waited, and what went out just before an earlier one broke. */
  online(): void;
  close(): Promise<void>;
};

/**
 * Sends waiting messages in order to all streams of their recipients, then pings the gate: the pong proves that the XMPP server
 * accepted everything before it, and only then is a message marked as sent. After any failure it is sent again under the same
 * id, and a client shows it once.
 */
export function speakOfficially(options: OfficialOptions): Official {
  const { domain, source, log } = options;
  let isOnline = false;
  let isClosed = false;
  let running: Promise<void> | undefined;
  let askedAgain = false;
  let again: NodeJS.Timeout | undefined;
  let awaited: { readonly id: string; readonly resolve: (isThere: boolean) => void } | undefined;

  async function sayAll(): Promise<void> {
    for (;;) {
      const sayings = await source.next();
      if (sayings.length === 0 || isClosed) return;
      for (const { stanza, owner, archiveId } of sayings) {
        stanza.append(xml('stanza-id', { xmlns: IDS_NS, by: owner, id: archiveId }));
        options.send(stanza);
      }
      if (!(await isTaken())) throw new Error('no pong');
      await source.said(sayings.map(({ id }) => id));
    }
  }

  function isTaken(): Promise<boolean> {
    return new Promise((resolve) => {
      const id = nanoid();
      const timer = setTimeout(() => awaited?.resolve(false), PONG_WITHIN_MS);
      awaited = {
        id,
        resolve(isThere) {
          clearTimeout(timer);
          awaited = undefined;
          resolve(isThere);
        },
      };
      if (isClosed) awaited.resolve(false);
      else
        options.send(
          xml('iq', { type: 'get', id, to: jidOfService('gate', domain) }, xml('ping', { xmlns: 'urn:xmpp:ping' })),
        );
    });
  }

  function look(): void {
    askedAgain = true;
    if (!isOnline || isClosed || running) return;
    askedAgain = false;
    clearTimeout(again);
    running = sayAll()
      .catch((error: unknown) => {
        if (isClosed) return;
        log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'official words are not said yet');
        again = setTimeout(look, AGAIN_AFTER_MS);
      })
      .finally(() => {
        running = undefined;
        if (askedAgain) look();
      });
  }

  return {
    look,
    online() {
      isOnline = true;
      look();
    },
    /** Takes the stanza when it is the pong. */
    take(stanza) {
      if (!awaited || !stanza.is('iq') || stanza.attrs['id'] !== awaited.id) return false;
      if (stanza.attrs['from'] !== jidOfService('gate', domain)) return false;
      awaited.resolve(stanza.attrs['type'] === 'result');
      return true;
    },
    async close() {
      isClosed = true;
      clearTimeout(again);
      awaited?.resolve(false);
      await running;
    },
  };
}
