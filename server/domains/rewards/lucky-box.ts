import { randomInt } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Output } from '../../../contract/api/endpoint.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import type { rewardsRows } from '../../../contract/rewards/endpoints.ts';
import { LUCKY_ODDS, LUCKY_VERSION } from '../../../contract/rewards/rules.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { loadBalances } from '../wallet/balances.ts';
import { grant } from '../wallet/ledger.ts';
import { dayOf, startOf } from './days.ts';
import { luckyDraw } from './tables.ts';
import { hasCheckedIn } from './tasks.ts';

/** Number of possible rolls of the lucky box; the odds are given in as many parts. */
const ROLLS = 10_000;

/** Silver that a roll of 0 to 9,999 of the lucky box wins, by LUCKY_ODDS. */
function silverOfRoll(roll: number): number {
  let upTo = 0;
  for (const { amount, of10000 } of LUCKY_ODDS) {
    upTo += of10000;
    if (roll < upTo) return amount;
  }
  throw new RangeError('The odds do not cover this roll');
}

type Answer = Output<(typeof rewardsRows)['reward']>;
type LuckyBoxRequest = {
  readonly uid: number;
  readonly open: boolean;
  readonly enabled: boolean;
  readonly now: number;
};

/** Draws a random roll of 0 to 9,999 for the lucky box; tests pass another function. */
export const rollOnce = (): number => randomInt(ROLLS);

/**
 * Reads today's (UTC) lucky box for the endpoint `reward`, or opens it (`open`) and credits its silver. It can be opened once per
 * account and day, while it is enabled and after today's check-in, else `forbidden`; opening it again returns the same prize. `roll` is
 * called in the transaction, at most once.
 */
export async function luckyBox(
  db: Queries,
  { uid, open, enabled, now }: LuckyBoxRequest,
  roll: () => number = rollOnce,
): Promise<Result<Answer>> {
  const day = dayOf(now);
  const earlier = await drawOf(db, uid, day);
  const mayOpen = earlier === undefined && enabled && (await hasCheckedIn(db, uid, now));
  if (open && earlier === undefined && !mayOpen) return fail({ code: 'forbidden' });
  const won = open && mayOpen ? await draw(db, uid, day, roll) : earlier;
  return ok({
    luckyBox: {
      available: mayOpen && won === undefined,
      nextAt: won === undefined ? 0 : startOf(day + 1),
      oddsVersion: LUCKY_VERSION,
      odds: [...LUCKY_ODDS],
      ...(won === undefined ? {} : { won }),
    },
    silverBalance: (await loadBalances(db, uid)).silver,
  });
}

async function drawOf(db: Queries, uid: number, day: number): Promise<number | undefined> {
  const [found] = await db
    .select({ coins: luckyDraw.coins })
    .from(luckyDraw)
    .where(and(eq(luckyDraw.uid, uid), eq(luckyDraw.day, day)));
  return found?.coins;
}

/** Draws today's prize. Of concurrent requests the first one draws; the others get its prize. */
async function draw(db: Queries, uid: number, day: number, drawRoll: () => number): Promise<number> {
  return db.transaction(async (tx) => {
    const roll = drawRoll();
    const coins = silverOfRoll(roll);
    const made = await tx
      .insert(luckyDraw)
      .values({ uid, day, roll, version: LUCKY_VERSION, coins })
      .onConflictDoNothing()
      .returning({ coins: luckyDraw.coins });
    if (made.length === 0) {
      const before = await drawOf(tx, uid, day);
      if (before === undefined) throw new Error('A draw that is not there');
      return before;
    }
    const outcome = await grant(tx, `lucky:${uid}:${day}`, uid, 'silver', coins, { type: 'lucky', id: String(day) });
    if (outcome !== 'done') throw new Error('A draw without its silver');
    return coins;
  });
}
