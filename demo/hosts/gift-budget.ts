import { eq } from 'drizzle-orm';
import { ROLE_USER } from '../../contract/account/rules.ts';
import { isShownIn } from '../../contract/gifts/gift.ts';
import { edgeFactsOf } from '../../server/domains/chat/edge-facts.ts';
import { readCatalogue } from '../../server/domains/gifts/catalogue.ts';
import { loadBalances } from '../../server/domains/wallet/balances.ts';
import { account } from '../../server/platform/database/account.ts';
import type { Database } from '../../server/platform/database/connect.ts';
import { DEMO_HOST_WISH_MAX_GEMS } from '../accounts/rules.ts';
import { COSTLY, type CostlyAct } from './acts.ts';

/** Facts that decide whether a simulated host may ask a user for gems, and for which gifts. */
export type GiftBudget = {
  /** Whether the other side is an ordinary user (no host) whom the host did not ask by this kind of act within the last day. */
  readonly mayAsk: boolean;
  /** Ids of small gifts that the user can afford. */
  readonly gifts: readonly string[];
};

/**
 * Loads the facts before a costly answer, in the server process, from the edge's own counters, so that a restarted host does not ask twice
 * a day.
 */
export async function readGiftBudget(db: Database, hostUid: number, uid: number, act: CostlyAct): Promise<GiftBudget> {
  const facts = edgeFactsOf(db, { now: () => Date.now() });
  const [{ today }, { gems }, [person], { gifts }] = await Promise.all([
    facts.load({ daily: COSTLY[act] }, { from: hostUid, to: uid, mid: '' }),
    loadBalances(db, uid),
    db.select({ role: account.role }).from(account).where(eq(account.uid, uid)),
    readCatalogue(db),
  ]);
  const most = Math.min(gems, DEMO_HOST_WISH_MAX_GEMS);
  const small = gifts.filter((gift) => gift.isActive && isShownIn(gift.showArea, 'chat') && gift.gemsPrice <= most);
  return { mayAsk: today === 0 && person?.role === ROLE_USER, gifts: small.map(({ id }) => id) };
}
