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

/** What a host must know before they ask somebody for gems. */
export type Purse = {
  /** Whether this may be asked of them at all, and was not today. */
  readonly mayAsk: boolean;
  /** Small gifts that the person could give. */
  readonly gifts: readonly string[];
};

/** Looks it up where the edge looks too, so that a host who was restarted does not ask twice a day. */
export async function readPurse(db: Database, hostUid: number, uid: number, act: CostlyAct): Promise<Purse> {
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
