import xml from '@xmpp/xml';
import { jidOfUid } from '../../../contract/jid.ts';
import { NOTICE_NS, writeNotice } from '../../../contract/notices/item.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Logger } from '../../platform/log/logger.ts';
import type { Send, ServicePart } from '../../platform/services/service.ts';
import { readNoticesBySeq } from './read.ts';

/** Notices within this time are read and sent together. */
const GATHER_MS = 100;

export type NoticeLine = ServicePart & {
  /** What the database announces: the number of a notice for somebody who is here. */
  added(seq: string): void;
  close(): void;
};

type Options = { readonly db: Database; readonly domain: string; readonly log: Logger; readonly send: Send };

/** Sends notices to who is here. They are hints: a device asks for what it missed whenever it connects. */
export function createNoticeLine({ db, domain, log, send }: Options): NoticeLine {
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
        sendWaiting().catch((error: unknown) =>
          log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'notices are not told'),
        );
      }, GATHER_MS);
    },
    close: () => clearTimeout(timer),
  };
}
