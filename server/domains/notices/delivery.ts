import xml from '@xmpp/xml';
import { jidOfUid } from '../../../contract/jid.ts';
import { NOTICE_NS, writeNotice } from '../../../contract/notices/item.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Logger } from '../../platform/log/logger.ts';
import type { Send, ServicePart } from '../../platform/services/service.ts';
import { readNoticesBySeq } from './read.ts';

/** Notifications added within this time are read and sent together. */
const GATHER_MS = 100;

/** The service that sends new entries of the notification list to connected devices; runs in the leading process only. */
export type NoticeDelivery = ServicePart & {
  /** Handles a database notification; `seq` is the number of a new row for a user who is online. */
  added(seq: string): void;
  close(): void;
};

type Options = { readonly db: Database; readonly domain: string; readonly log: Logger; readonly send: Send };

/**
 * Creates the service that sends new entries of the notification list to users who are online, within 100 ms. They are hints: a device
 * requests missed entries whenever it connects.
 */
export function createNoticeDelivery({ db, domain, log, send }: Options): NoticeDelivery {
  let waiting: number[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function sendWaiting(): Promise<void> {
    timer = undefined;
    const seqs = waiting;
    waiting = [];
    for (const { uid, item } of await readNoticesBySeq(db, domain, seqs)) {
      send(xml('message', { type: 'headline', to: jidOfUid(uid, domain) }, writeNotice(item)));
    }
  }

  return {
    take: () => false,
    isFleeting: (stanza) => stanza.getChild('notice', NOTICE_NS) !== undefined,
    added(seq) {
      const number = Number(seq);
      if (!Number.isSafeInteger(number)) return;
      waiting.push(number);
      timer ??= setTimeout(() => {
        sendWaiting().catch((error: unknown) => log.warn({ err: error }, 'failed to send notifications'));
      }, GATHER_MS);
    },
    close: () => clearTimeout(timer),
  };
}
