import { nanoid } from 'nanoid';
import { ROLE_ANCHOR } from '../../../../contract/account/rules.ts';
import type { HubEvent, HubRequestData, HubResponseData } from '../../../../contract/calls/hub.ts';
import { MATCH_FREE_SECONDS, MATCHES_PER_MINUTE } from '../../../../contract/calls/rules.ts';
import { fail, ok } from '../../../../contract/result.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { limitRates } from '../../../platform/limits/rates.ts';
import type { TakeShared } from '../../../platform/limits/shared-rates.ts';
import { isBlockBetween } from '../../people/target.ts';
import type { Answered } from '../call-context.ts';
import type { Calls, RequestSender } from '../calls.ts';
import { anchorOf, personOf, roleOf } from '../people.ts';
import { liveCallsOf } from '../store.ts';
import { createMatchQueue, type Proposal, type WaitingUser } from './match-queue.ts';

type MatchOptions = {
  readonly db: Database;
  readonly calls: Pick<Calls, 'agree' | 'freshen'>;
  readonly rateLimits: boolean;
  /** Whether pictures are checked: both devices then send frames of their own picture (`matchFrame`). */
  readonly checksPictures: boolean;
  /** Rate limit that is shared by all processes. */
  readonly shared: TakeShared;
  readonly clock: { now(): number };
  sendEvent(to: string, event: HubEvent): void;
};

/**
 * Creates the random match, on the leader only: viewers and anchors wait, are proposed to each other, and a call begins when both
 * accept.
 */
export function createMatch({ db, calls, rateLimits, checksPictures, shared, clock, sendEvent }: MatchOptions) {
  const queue = createMatchQueue();
  const rate = { match: { perSecond: MATCHES_PER_MINUTE / 60, burst: MATCHES_PER_MINUTE } };
  const withinOwnRate = limitRates(rateLimits && rate, clock);
  const withinRate = async (uid: number) => withinOwnRate(uid, 'match') && (await shared('match', uid)) === 0;
  let turn: Promise<unknown> = Promise.resolve();

  /** Runs passes and requests one at a time, so that no user is proposed to two others. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  }

  async function proposePairs(now: number): Promise<void> {
    for (const { viewer, anchor } of queue.candidates(now)) {
      // `keepApart` starts the cooldown, so the pair is not queried again in each pass.
      if (await isBlockBetween(db, viewer.uid, anchor.uid)) {
        queue.keepApart(viewer, anchor, now);
        continue;
      }
      const proposal = queue.propose(nanoid(), viewer, anchor, now);
      sendEvent(viewer.jid, found(proposal, anchor));
      sendEvent(anchor.jid, found(proposal, viewer));
    }
  }

  const found = ({ id, until, anchor: { price } }: Proposal, { person }: WaitingUser): HubEvent => ({
    name: 'MatchFound',
    sid: '',
    data: { proposal: id, peer: person, price, freeSeconds: MATCH_FREE_SECONDS, until },
  });

  function giveUp(proposal: Proposal, except?: number): void {
    queue.drop(proposal);
    for (const { uid, jid } of [proposal.viewer, proposal.anchor]) {
      if (uid !== except) sendEvent(jid, { name: 'MatchGone', sid: '', data: { proposal: proposal.id } });
    }
  }

  async function agree(proposal: Proposal, now: number): Promise<void> {
    const { id, viewer, anchor } = proposal;
    const agreed = await calls.agree({ viewer, anchor, price: anchor.price }, now);
    if (!agreed.ok) return giveUp(proposal);
    queue.drop(proposal);
    const { sid, price, freeSeconds, startTime, relays } = agreed.value;
    const terms = { proposal: id, sid, price, freeSeconds, startTime };
    for (const [role, one, peer] of [
      ['caller', viewer, anchor],
      ['callee', anchor, viewer],
    ] as const) {
      queue.leave(one.uid);
      sendEvent(one.jid, {
        name: 'MatchAgreed',
        sid,
        data: {
          ...terms,
          role,
          peer: peer.person,
          relays: relays[role],
          ...(checksPictures && { checksPictures }),
        },
      });
    }
  }

  return {
    /** Starts or renews a wait. A wait that is not renewed in time (RENEW_WITHIN_MS) ends. */
    enter: ({ filter }: HubRequestData<'MatchEnter'>, from: RequestSender, now: number) =>
      inTurn(async (): Promise<Answered<HubResponseData<'MatchEnter'>>> => {
        const known = queue.get(from.uid);
        if (known && known.jid === from.jid && JSON.stringify(known.filter) === JSON.stringify(filter)) {
          queue.renew(from.uid, now);
        } else {
          if (!(await withinRate(from.uid))) return fail('rate');
          await calls.freshen([from.uid], now);
          if ((await liveCallsOf(db, [from.uid])).length > 0) return fail('one-call');
          const isAnchor = (await roleOf(db, from.uid)) === ROLE_ANCHOR;
          const price = isAnchor ? ((await anchorOf(db, from.uid))?.price ?? 0) : 0;
          if (isAnchor && price === 0) return fail('not-anchor');
          const before = queue.proposalOf(from.uid);
          if (before) giveUp(before, from.uid);
          queue.leave(from.uid);
          const person = await personOf(db, from.uid);
          queue.add({ ...from, person, isAnchor, price, filter, since: now });
        }
        await proposePairs(now);
        return ok({ waiting: Math.max(0, now - (queue.get(from.uid)?.since ?? now)) });
      }),

    leave: (from: RequestSender, now: number) =>
      inTurn(async (): Promise<Answered<object>> => {
        queue.leave(from.uid);
        const proposal = queue.proposalOf(from.uid);
        if (proposal) giveUp(proposal, from.uid);
        await proposePairs(now);
        return ok({});
      }),

    /** Answers a proposal. A decline counts against the rate, because the next proposal follows; above the rate the user stops waiting. */
    answer: ({ proposal: id, yes }: HubRequestData<'MatchAnswer'>, from: RequestSender, now: number) =>
      inTurn(async (): Promise<Answered<object>> => {
        const proposal = queue.proposal(id);
        const isMine = proposal && [proposal.viewer, proposal.anchor].some(({ jid }) => jid === from.jid);
        if (!proposal || !isMine || proposal.until <= now) return fail('closed');
        if (yes) {
          proposal.yes.add(from.uid);
          if (proposal.yes.size === 2) await agree(proposal, now);
          return ok({});
        }
        giveUp(proposal, from.uid);
        if (!(await withinRate(from.uid))) {
          queue.leave(from.uid);
          return fail('rate');
        }
        await proposePairs(now);
        return ok({});
      }),

    sweep: (now: number) =>
      inTurn(async () => {
        for (const proposal of queue.expire(now)) giveUp(proposal);
        await proposePairs(now);
      }),
  };
}
