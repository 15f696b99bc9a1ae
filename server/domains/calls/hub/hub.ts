import xml, { type Element } from '@xmpp/xml';
import { sql } from 'drizzle-orm';
import {
  HUB_NS,
  type HubAction,
  type HubEvent,
  type HubRequest,
  readRequest,
  writeAnswer,
  writeEvent,
  writeRefusal,
} from '../../../../contract/calls/hub.ts';
import { CALLS_PER_MINUTE } from '../../../../contract/calls/rules.ts';
import { bareJid, uidOfDomainJid } from '../../../../contract/jid.ts';
import { fail, ok, unreachable } from '../../../../contract/result.ts';
import { isAdult } from '../../../platform/database/adult.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { runJobs } from '../../../platform/jobs/jobs.ts';
import { createQueues } from '../../../platform/jobs/keyed-queue.ts';
import { limitRates } from '../../../platform/limits/rates.ts';
import { shareRates } from '../../../platform/limits/shared-rates.ts';
import type { Logger } from '../../../platform/log/logger.ts';
import type { ServiceConnection, ServicePart } from '../../../platform/services/service.ts';
import type { Site } from '../../account/site/site.ts';
import { isPartyRequest } from '../actions/party.ts';
import { WRITE_BEATS_EVERY_MS } from '../billing/heartbeat-buffer.ts';
import { sweepBookings } from '../bookings/sweep.ts';
import type { Answered } from '../call-context.ts';
import { createCallbacks } from '../callbacks.ts';
import { type Calls, createCalls, type RequestSender } from '../calls.ts';
import { createMatch } from '../matching/match.ts';
import { receiptsSince } from '../receipts.ts';
import type { RelaySettings } from '../relays.ts';
import { sweepingJobs } from '../sweeper.ts';
import { createDatabaseAvailability } from './database-availability.ts';

/**
 * Dependencies and settings of `createHub`: database, XMPP domain, relay servers, the operator's settings, whether rates are limited and
 * pictures checked, log and clock.
 */
export type HubOptions = {
  readonly db: Database;
  readonly domain: string;
  readonly relays: RelaySettings;
  readonly site: Site;
  readonly rateLimits: boolean;
  /** Whether pictures of random matches are checked (the media check). */
  readonly checksPictures: boolean;
  readonly log: Logger;
  readonly clock: { now(): number };
};

/** The video hub of a process, as the component (`server/platform/services/components.ts`) and `part.ts` use it. */
export type Hub = {
  /** Returns true when it handles the stanza. */
  take(stanza: Element): boolean;
  /** Called each time the component's stream is established: silence of clients before that time does not count. */
  online(): void;
  /** Called on the leader: runs the sweeps, random match and callbacks until the returned service part is closed. */
  lead(): ServicePart;
  /**
   * Called in every process when a purchase of gems was credited: drops the cached gems of the user's calls. The leader also advances these
   * calls, so that one that waits for gems is resumed.
   */
  recharged(uid: number): void;
  /** Ends a live random match whose pictures the media check refused. */
  endMatch(sid: string): Promise<void>;
  close(): Promise<void>;
};

/**
 * Creates the video hub of this process, the service of the `hub` component: it parses the actions of clients, answers those of one
 * user in order, and sends events.
 */
export function createHub(options: HubOptions, { send, toLeader }: Pick<ServiceConnection, 'send' | 'toLeader'>): Hub {
  const { db, domain, relays, site, log, clock } = options;
  const reach = createDatabaseAvailability(() => db.execute(sql`select 1`), clock);
  const sendEvent = (to: string, event: HubEvent) =>
    void send(xml('message', { type: 'headline', to }, writeEvent(event)));
  const calls: Calls = createCalls({
    db,
    settings: { domain, relays, site, aliveSince: reach.since },
    sendEvent,
  });
  /** Present only while this process is the leader: random match, callbacks and the sweeps. */
  let leading: Leading | undefined;
  const shared = shareRates(db, options.rateLimits, clock, log);
  const withinOwnRate = limitRates(options.rateLimits && { call: perMinute(CALLS_PER_MINUTE) }, clock);
  const withinRate = async (uid: number) => withinOwnRate(uid, 'call') && (await shared('call', uid)) === 0;
  const queues = createQueues();
  const writing = runJobs(
    [
      {
        name: 'write beats',
        everyMs: WRITE_BEATS_EVERY_MS,
        run: () => reach.run(() => calls.writeBeats(clock.now())),
      },
    ],
    log,
  );

  async function pair(
    { match, callbacks }: Leading,
    request: PairingRequest,
    from: RequestSender,
    now: number,
  ): Promise<Answered<object>> {
    switch (request.name) {
      case 'MatchEnter':
        return match.enter(request.data, from, now);
      case 'MatchLeave':
        return match.leave(from, now);
      case 'MatchAnswer':
        return match.answer(request.data, from, now);
      case 'Callback':
        return (await withinRate(from.uid)) ? callbacks.ask(request.data, from, now) : fail('rate');
      case 'Transmit':
        return callbacks.reply(request.data, from, now);
      default:
        return unreachable(request);
    }
  }

  async function perform(request: HubRequest, from: RequestSender): Promise<Answered<object> | 'elsewhere'> {
    const now = clock.now();
    if (isPartyRequest(request)) return calls.perform(request, from, now);
    if (BEGINS.has(request.name) && !(await isAdult(db, from.uid))) return fail('age');
    if (isPairing(request)) return leading ? pair(leading, request, from, now) : 'elsewhere';
    switch (request.name) {
      case 'SessionRequest':
        return (await withinRate(from.uid)) ? calls.request(request.data, from, now) : fail('rate');
      case 'CallRecords':
        return ok(await receiptsSince(db, from.uid, request.data.since));
      default:
        return unreachable(request);
    }
  }

  async function answer(stanza: Element, request: HubRequest, from: RequestSender): Promise<void> {
    const { id } = stanza.attrs;
    const reply = (type: 'result' | 'error', child: Element) => send(xml('iq', { type, to: from.jid, id }, child));
    try {
      const answered = await reach.run(() => perform(request, from));
      if (answered === 'elsewhere') {
        // No process leads, or the request was already forwarded: the client may retry it.
        if (!(await toLeader(stanza))) reply('error', stanzaError('wait', 'internal-server-error'));
      } else if (!answered.ok) reply('error', writeRefusal(answered.error));
      else reply('result', writeAnswer<HubAction>(request.name, request.sid, answered.value as never));
    } catch (error) {
      log.warn({ err: error, action: request.name }, 'failed to answer a hub request');
      reply('error', stanzaError('wait', 'internal-server-error'));
    }
  }

  return {
    take(stanza) {
      const action = stanza.getChild('action', HUB_NS);
      if (!stanza.is('iq') || stanza.attrs['type'] !== 'set' || !action) return false;
      const { from = '', id } = stanza.attrs;
      const uid = uidOfDomainJid(from, domain);
      const request = readRequest(action);
      if (uid === undefined || bareJid(from) === from || !request) {
        send(xml('iq', { type: 'error', to: from, id }, stanzaError('modify', 'bad-request')));
        return true;
      }
      const isQueued = queues.add(uid, () => answer(stanza, request, { uid, jid: from }));
      if (!isQueued) send(xml('iq', { type: 'error', to: from, id }, writeRefusal('rate')));
      return true;
    },
    online: reach.begin,
    lead() {
      const { rateLimits, checksPictures } = options;
      const match = createMatch({ db, calls, clock, sendEvent, rateLimits, checksPictures, shared });
      const callbacks = createCallbacks({ db, domain, calls, site, sendEvent });
      const mine: Leading = { match, callbacks };
      const swept = { sweep: (now: number) => reach.run(async () => calls.sweep(now)) };
      const bookings = { sweep: (now: number) => reach.run(() => sweepBookings(db, now, reach.since())) };
      const sweeper = runJobs(sweepingJobs({ db, clock, swept: { calls: swept, bookings, ...mine } }), log);
      leading = mine;
      return {
        take: () => false,
        async close() {
          if (leading === mine) leading = undefined;
          await sweeper.close();
        },
      };
    },
    recharged(uid) {
      calls.recharged(uid);
      if (!leading) return;
      calls
        .freshen([uid], clock.now())
        .catch((error: unknown) => log.warn({ err: error }, 'failed to resume a call after a wallet credit'));
    },
    endMatch: (sid) => reach.run(() => calls.endMatch(sid, clock.now())),
    async close() {
      await queues.idle();
      await writing.close();
      await calls
        .writeBeats(clock.now())
        .catch((err: unknown) => log.warn({ err }, 'failed to write the last heartbeats'));
    },
  };
}

type Leading = {
  readonly match: ReturnType<typeof createMatch>;
  readonly callbacks: ReturnType<typeof createCallbacks>;
};

/** Actions about users who wait in the random match and about open callbacks, which only the leader's memory holds. */
const PAIRING = ['MatchEnter', 'MatchLeave', 'MatchAnswer', 'Callback', 'Transmit'] as const;
type PairingRequest = Extract<HubRequest, { readonly name: (typeof PAIRING)[number] }>;
const isPairing = (request: HubRequest): request is PairingRequest => PAIRING.some((name) => name === request.name);

/** Actions refused with `age` to accounts without a stored birth date; `beginCall` checks that for SessionRequest itself. */
const BEGINS: ReadonlySet<HubAction> = new Set(['MatchEnter', 'Callback', 'Transmit']);

const perMinute = (count: number) => ({ perSecond: count / 60, burst: count });
const stanzaError = (type: string, condition: string) =>
  xml('error', { type }, xml(condition, { xmlns: 'urn:ietf:params:xml:ns:xmpp-stanzas' }));
