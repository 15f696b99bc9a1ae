import type { GiftPurchase } from '#contract/gifts/buy.ts';
import type { GiftOrder } from '#contract/gifts/gift.ts';
import { GIFT_UNKNOWN_MS } from '#contract/gifts/rules.ts';
import { type AppError, fail, ok, type Result } from '#contract/result.ts';
import { guardAccount } from '../base/session-row.ts';
import type { GiftOpRow } from '../db/gift-rows.ts';
import type { AppDb } from '../db/schema.ts';
import { saveBalance } from '../wallet/balance.ts';
import type { GiftLine } from './gift-line.ts';

/** The dependencies of gift purchases. */
export type PurchasePorts = {
  readonly app: AppDb;
  readonly line: GiftLine;
  readonly now: () => number;
  /** Calls back after `ms`; the returned function cancels it. */
  readonly later: (ms: number, act: () => void) => () => void;
  /** Called with the version of the server's catalogue, which may differ from the stored one. */
  readonly onVersion: (version: number) => void;
};

const AGAIN_MS = 1_000;
const AGAIN_MAX_MS = 8_000;

type Outcome = Result<GiftPurchase, AppError>;
const UNKNOWN: Outcome = fail({ code: 'timeout' });

/**
 * Creates the purchases of gifts. Each happens once: its row is written before the request and deleted when the outcome is known. A
 * purchase without a response is looked up by its operation id before it is sent again, also by a later core; after GIFT_UNKNOWN_MS it is
 * only looked up, and fails if the gift service does not have it.
 */
export function createPurchases({ app, line, now, later, onVersion }: PurchasePorts) {
  const running = new Set<string>();
  const waiting = new Map<string, (outcome: Outcome) => void>();

  /**
   * Sends or looks up a purchase until its outcome is known. Resolves to undefined when the stream ended: the next
   * one continues.
   */
  async function resolvePurchase(
    { op, order, asked }: GiftOpRow,
    isNew: boolean,
    isStillSignedIn: () => Promise<boolean>,
  ): Promise<Outcome | undefined> {
    let isFirst = isNew;
    for (let pauseMs = AGAIN_MS; line.isUp(); pauseMs = Math.min(pauseMs * 2, AGAIN_MAX_MS)) {
      const state = isFirst ? undefined : await line.stateOf(op);
      if (state?.bought) return ok(state.bought);
      const isLate = now() - asked > GIFT_UNKNOWN_MS;
      if (state && isLate) return fail({ code: 'cancelled' });
      const outcome = isFirst || state ? await line.buy(order) : undefined;
      isFirst = false;
      if (outcome?.is === 'bought') return ok(outcome.bought);
      if (outcome?.is === 'refused') {
        const { refused, condition } = outcome;
        if (refused?.version !== undefined) onVersion(refused.version);
        if (refused?.balance !== undefined) await saveBalance(app, refused.balance, isStillSignedIn);
        const reason = refused?.reason ?? condition;
        return fail({
          code: 'gift',
          detail: `xmpp send iq error: ${reason}`,
          reason: refused?.reason ?? 'other',
          ...(refused?.price === undefined ? {} : { price: refused.price }),
          ...(refused?.balance === undefined ? {} : { balance: refused.balance }),
        });
      }
      await new Promise<void>((resolve) => void later(pauseMs, resolve));
    }
    return undefined;
  }

  async function complete(row: GiftOpRow, isNew: boolean): Promise<void> {
    const isStillSignedIn = await guardAccount(app);
    const outcome = await resolvePurchase(row, isNew, isStillSignedIn);
    if (outcome === undefined) return;
    if (outcome.ok) {
      await saveBalance(app, outcome.value.balance, isStillSignedIn);
      onVersion(outcome.value.version);
    }
    await app.giftOps.delete(row.op);
    waiting.get(row.op)?.(outcome);
  }

  function run(row: GiftOpRow, isNew: boolean): void {
    if (running.has(row.op)) return;
    running.add(row.op);
    void complete(row, isNew)
      .catch((error: unknown) => console.warn('failed to complete a gift purchase', error))
      .finally(() => running.delete(row.op));
  }

  return {
    async give(order: GiftOrder): Promise<Outcome> {
      if (!line.isUp()) return fail({ code: 'offline' });
      const row: GiftOpRow = { op: order.op, order, asked: now() };
      await app.giftOps.put(row);
      return new Promise((resolve) => {
        const stop = later(GIFT_UNKNOWN_MS, () => end(UNKNOWN));
        const end = (outcome: Outcome) => {
          stop();
          waiting.delete(order.op);
          resolve(outcome);
        };
        waiting.set(order.op, end);
        run(row, true);
      });
    },
    /** Looks up the purchases of earlier streams; called when a stream is up. */
    async resume(): Promise<void> {
      for (const row of await app.giftOps.toArray()) run(row, false);
    },
  };
}
