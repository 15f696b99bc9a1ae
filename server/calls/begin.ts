import { nanoid } from 'nanoid';
import type { CallKind } from '../../contract/calls/calls.ts';
import type { HubRefusal } from '../../contract/calls/hub.ts';
import { CALL_SETUP_TIMEOUT_MS, MATCH_FREE_SECONDS } from '../../contract/calls/rules.ts';
import { fail, ok } from '../../contract/result.ts';
import { ANCHOR_SHARE_PERCENT } from '../../contract/wallet/rules.ts';
import type { SiteSettings } from '../account/site/settings.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { loadBalances } from '../wallet/balances.ts';
import { reserveAllowance } from './allowances.ts';
import type { Call, Side } from './call.ts';
import { insertCall, liveCallsOf } from './store.ts';
import type { Answered } from './turn.ts';

type Wanted = {
  readonly kind: 'paid' | 'silver' | 'match' | 'callback';
  readonly caller: number;
  readonly callee: number;
  readonly callerJid: string;
  /** Set when the callee agreed in advance: the call starts as answered. */
  readonly calleeJid?: string;
  /** 0: nothing is metered, between friends. */
  readonly price: number;
  readonly site: SiteSettings;
  readonly now: number;
};

class Refused extends Error {
  readonly refusal: HubRefusal;

  constructor(refusal: HubRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

/**
 * Creates a call between two admitted people in one transaction: reserves an allowance or checks that the first minute can
 * be paid. The unique indexes decide whether one of them is already in a call.
 */
export async function beginCall(db: Database, wanted: Wanted): Promise<Answered<Call>> {
  const sid = nanoid();
  try {
    return await db.transaction(async (tx) => {
      const terms = await termsOf(tx, wanted, sid);
      const call = newCall(wanted, sid, terms);
      if (!(await insertCall(tx, call))) throw new Refused(await whoIsBusy(tx, wanted.caller));
      return ok(call);
    });
  } catch (error) {
    if (error instanceof Refused) return fail(error.refusal);
    throw error;
  }
}

async function whoIsBusy(tx: Transaction, caller: number): Promise<HubRefusal> {
  return (await liveCallsOf(tx, [caller])).length > 0 ? 'one-call' : 'busy';
}

type Terms = { readonly kind: CallKind; readonly freeSeconds: number; readonly paid: boolean };

async function termsOf(tx: Transaction, { kind, caller, price, site, now }: Wanted, sid: string): Promise<Terms> {
  const whose = { uid: caller, sid, now };
  if (kind === 'match') return { kind, freeSeconds: MATCH_FREE_SECONDS, paid: false };
  if (kind === 'silver') {
    if ((await reserveAllowance(tx, 'silver', whose)) === undefined) throw new Refused('no-allowance');
    return { kind, freeSeconds: site.silverCallDuration, paid: false };
  }
  // A call between friends costs nothing and uses no allowance.
  if (price === 0) return { kind, freeSeconds: 0, paid: false };
  const offered = site.enablePaidUserFreeCall ? (['first', 'paidUserFree'] as const) : (['first'] as const);
  for (const allowance of kind === 'paid' ? offered : []) {
    const freeSeconds = await reserveAllowance(tx, allowance, whose);
    if (freeSeconds !== undefined) return { kind: allowance, freeSeconds, paid: true };
  }
  const { gems } = await loadBalances(tx, caller);
  if (gems < price) throw new Refused('gems-insufficient');
  return { kind, freeSeconds: 0, paid: true };
}

function newCall({ caller, callee, callerJid, calleeJid = '', price, now }: Wanted, sid: string, terms: Terms): Call {
  const side = (uid: number, jid: string): Side => ({ uid, jid, seen: false, beat: 0, loss: 0, away: false });
  return {
    ...{ sid, ...terms, price, sharePercent: ANCHOR_SHARE_PERCENT },
    state: calleeJid === '' ? 'ringing' : 'answered',
    caller: side(caller, callerJid),
    callee: side(callee, calleeJid),
    ...{
      startTime: now,
      answerTime: calleeJid === '' ? 0 : now,
      connectingTime: 0,
      endTime: 0,
      settledAt: 0,
      dueAt: now + CALL_SETUP_TIMEOUT_MS,
    },
    ...{
      generation: 0,
      following: '',
      stretches: [],
      doubts: [],
      callerProof: 0,
      minutes: 0,
      posted: 0,
      seconds: 0,
      recent: false,
    },
    ...{ reason: 'unknown reason', rejectType: '' },
  };
}
