import xml, { type Element } from '@xmpp/xml';
import {
  GIFT_NS,
  type GiftRequest,
  readGiftRequest,
  writeGiftAnswer,
  writeGiftRefusal,
} from '../../../contract/gifts/buy.ts';
import { GIFTS_BURST, GIFTS_PER_SECOND } from '../../../contract/gifts/rules.ts';
import { bareJid, uidOfDomainJid } from '../../../contract/jid.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { createQueues } from '../../platform/jobs/keyed-queue.ts';
import { limitRates } from '../../platform/limits/rates.ts';
import type { Logger } from '../../platform/log/logger.ts';
import { type Metrics, noMetrics } from '../../platform/metrics/metrics.ts';
import type { Send, ServicePart } from '../../platform/services/service.ts';
import type { MediaFolder } from '../media/folder.ts';
import { give, stateOf } from './give.ts';

/**
 * Dependencies and settings of `createGiftService`: database, XMPP domain, the media that gifts unlock, whether they are checked, rate
 * limits, clock, log and metrics.
 */
export type GiftServiceOptions = {
  readonly db: Database;
  readonly domain: string;
  /** The folder with the files that gifts unlock. */
  readonly folder: MediaFolder;
  /** Whether a content check is configured; gems for a file that it has not checked yet are then held. */
  readonly awaitsCheck?: boolean;
  readonly rateLimits: boolean;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics?: Metrics;
};

/**
 * Creates the gift service of this process, the `gift` component: handles purchases (GiftBuy) and questions about them (GiftState),
 * those of one user in the order in which they arrived.
 */
export function createGiftService(options: GiftServiceOptions, send: Send): ServicePart {
  const { db, domain, folder, awaitsCheck = false, rateLimits, clock, log, metrics = noMetrics } = options;
  const withinRate = limitRates(rateLimits && { buy: { perSecond: GIFTS_PER_SECOND, burst: GIFTS_BURST } }, clock);
  const queues = createQueues();

  async function perform(request: GiftRequest, uid: number): Promise<Element> {
    if (request.name === 'GiftState') {
      return writeGiftAnswer('GiftState', await stateOf(db, uid, request.data.op));
    }
    if (!withinRate(uid, 'buy')) return writeGiftRefusal({ reason: 'rate' });
    const given = await give(db, folder, uid, request.data, awaitsCheck);
    metrics.count('gifts', given.ok ? 'given' : 'refused');
    return given.ok ? writeGiftAnswer('GiftBuy', given.value) : writeGiftRefusal(given.error);
  }

  async function answer(request: GiftRequest, uid: number, to: string, id: string | undefined): Promise<void> {
    try {
      const child = await perform(request, uid);
      send(xml('iq', { type: child.is('error') ? 'error' : 'result', to, id }, child));
    } catch (error) {
      if (request.name === 'GiftBuy') metrics.count('gifts', 'failed');
      log.warn({ err: error, action: request.name }, 'failed to answer a gift request');
      send(xml('iq', { type: 'error', to, id }, stanzaError('wait', 'internal-server-error')));
    }
  }

  return {
    take(stanza) {
      const action = stanza.getChild('action', GIFT_NS);
      if (!stanza.is('iq') || stanza.attrs['type'] !== 'set' || !action) return false;
      const { from = '', id } = stanza.attrs;
      const uid = uidOfDomainJid(from, domain);
      const request = readGiftRequest(action);
      if (uid === undefined || bareJid(from) === from || !request) {
        send(xml('iq', { type: 'error', to: from, id }, stanzaError('modify', 'bad-request')));
        return true;
      }
      const isQueued = queues.add(uid, () => answer(request, uid, from, id));
      if (!isQueued) send(xml('iq', { type: 'error', to: from, id }, writeGiftRefusal({ reason: 'rate' })));
      return true;
    },
    close: () => queues.idle(),
  };
}

const stanzaError = (type: string, condition: string) =>
  xml('error', { type }, xml(condition, { xmlns: 'urn:ietf:params:xml:ns:xmpp-stanzas' }));
