import { nanoid } from 'nanoid';
import { ROLE_ANCHOR } from '../../../contract/account/rules.ts';
import type { HubEvent, HubRequestData, HubResponseData } from '../../../contract/calls/hub.ts';
import { CALLBACK_OPEN_MS } from '../../../contract/calls/rules.ts';
import { tidOfUid } from '../../../contract/ids.ts';
import { jidOfUid } from '../../../contract/jid.ts';
import { fail, ok } from '../../../contract/result.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Site } from '../account/site/site.ts';
import { enqueuePushes, stopRinging } from '../push/queue/enqueue.ts';
import { recordHostArrival } from './bookings/settle.ts';
import type { Answered } from './call-context.ts';
import type { Calls, RequestSender } from './calls.ts';
import { absenceFrom, anchorOf, personOf, roleOf } from './people.ts';
import { liveCallsOf } from './store.ts';

const NOTHING_SHOWN = { price: 0, freeSeconds: 0, silver: 0 };

/** An open request of an anchor to a user to call back. `until`: when it expires, in ms since the epoch. */
type Open = { readonly anchor: RequestSender; readonly user: number; readonly until: number };

/**
 * Creates the callbacks, on the leader only: an anchor asks a user to call back, and the user accepts or declines. Open requests are
 * stored in memory for CALLBACK_OPEN_MS.
 */
export function createCallbacks(options: {
  readonly db: Database;
  readonly domain: string;
  readonly calls: Pick<Calls, 'callBack' | 'freshen'>;
  readonly site: Site;
  sendEvent(to: string, event: HubEvent): void;
}) {
  const { db, domain, calls, site, sendEvent } = options;
  const open = new Map<string, Open>();

  /** Ends an open request and sends the anchor why no call follows; the event's sid is the id of the callback. */
  function decline(id: string, { anchor }: Open, reason: 'busy' | 'Gems insufficient' | 'timeOut'): void {
    open.delete(id);
    sendEvent(anchor.jid, { name: 'CallError', sid: id, data: { reason } });
  }

  return {
    async ask(
      { callee }: HubRequestData<'Callback'>,
      from: RequestSender,
      now: number,
    ): Promise<Answered<HubResponseData<'Callback'>>> {
      if (callee === from.uid) return fail('self');
      await recordHostArrival(db, from.uid, callee, now);
      if (!(await site.read(db)).enableCallback) return fail('closed');
      const host = await anchorOf(db, from.uid);
      const role = await roleOf(db, callee);
      // Only anchors may ask, and only accounts that are no anchors may be asked.
      if (!host || role === undefined || role === ROLE_ANCHOR) return fail('not-anchor');
      const absence = await absenceFrom(db, from.uid, callee);
      if (absence) return fail(absence);
      await calls.freshen([from.uid, callee], now);
      const live = await liveCallsOf(db, [from.uid, callee]);
      if (live.some((call) => call.callee === from.uid)) return fail('one-call');
      if (live.length > 0) return fail('busy');
      for (const [id, pending] of open) if (pending.anchor.uid === from.uid) open.delete(id);
      const callback = nanoid();
      const until = now + CALLBACK_OPEN_MS;
      open.set(callback, { anchor: from, user: callee, until });
      const peer = await personOf(db, from.uid);
      sendEvent(jidOfUid(callee, domain), {
        name: 'Transmit',
        sid: '',
        data: { kind: 'callback', callback, peer, price: host.price, until },
      });
      const about = { sid: callback, uid: from.uid, tid: tidOfUid(from.uid) };
      await enqueuePushes(db, [{ uid: callee, kind: 'callback', id: callback, at: now, until, about }]);
      return ok({ callback });
    },

    /** Handles the user's reply: `accept` creates a call that the user pays for, the other two decline. */
    async reply(
      { callback, reply, shown = NOTHING_SHOWN }: HubRequestData<'Transmit'>,
      from: RequestSender,
      now: number,
    ): Promise<Answered<HubResponseData<'Transmit'>>> {
      const pending = open.get(callback);
      if (!pending || pending.user !== from.uid || pending.until <= now) return fail('closed');
      await stopRinging(db, from.uid, callback);
      const nothing = { kind: 'callback', price: 0, freeSeconds: 0, startTime: now } as const;
      if (reply !== 'accept') {
        decline(callback, pending, reply === 'busy' ? 'busy' : 'Gems insufficient');
        return ok(nothing);
      }
      if (!(await site.read(db)).enableCallback) return fail('closed');
      const called = await calls.callBack(pending.anchor.uid, shown, from, now);
      if (called.ok) open.delete(callback);
      else if (called.error === 'gems-insufficient') decline(callback, pending, 'Gems insufficient');
      return called;
    },

    sweep(now: number): void {
      for (const [id, pending] of open) if (pending.until <= now) decline(id, pending, 'timeOut');
    },
  };
}
