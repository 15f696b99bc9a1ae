import { and, asc, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { nanoid } from 'nanoid';
import type { Input, Output } from '../../../contract/api/endpoint.ts';
import type { Endpoints } from '../../../contract/endpoints.ts';
import type { SavedCard } from '../../../contract/payments/orders.ts';
import { SAVED_CARDS_MAX } from '../../../contract/payments/rules.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import type { Database, Queries } from '../../platform/database/connect.ts';
import type { UserCaller } from '../../platform/http/callers.ts';
import { lockWallets } from '../wallet/lock.ts';
import type { Binding, Gateway, GatewayCard } from './gateway.ts';
import { inTime } from './in-time.ts';
import { fingerprintHash } from './order/claims.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { cardBinding, savedCard } from './tables.ts';

/** A row of `saved_card`: a card that a user saved at a gateway, possibly forgotten since. */
export type SavedCardRow = typeof savedCard.$inferSelect;
type Row = SavedCardRow;
type BindingRow = typeof cardBinding.$inferSelect;
type SaveCardInput = Input<Endpoints['saveBankCard']>;
type Answer = Result<Output<Endpoints['saveBankCard']>>;

/** Reads a user's saved cards at a gateway, without forgotten ones, oldest first. */
export async function cardsOf(db: Queries, uid: number, gateway: string): Promise<Row[]> {
  return db
    .select()
    .from(savedCard)
    .where(and(eq(savedCard.uid, uid), eq(savedCard.gateway, gateway), isNull(savedCard.forgottenAt)))
    .orderBy(asc(savedCard.createdAt), asc(savedCard.id));
}

/** Converts a saved card to the form that its user receives: brand, last four digits and expiry, without the gateway's references. */
export const shownCard = ({ id, brand, last4, expires }: Row): SavedCard => ({ cardId: id, brand, last4, expires });

/** Reads a saved card of this user by id, before it is charged; undefined if it is unknown or forgotten. */
export async function cardOf(db: Queries, uid: number, gateway: string, id: string): Promise<Row | undefined> {
  return (await cardsOf(db, uid, gateway)).find((card) => card.id === id);
}

/**
 * Saves a card that the gateway has saved, after a payment or a card binding, and returns its row; undefined at `max` cards, or if another
 * account has saved it. Saving it again returns the same row, which is no longer forgotten.
 */
export async function saveCard(
  db: Database,
  gateway: string,
  uid: number,
  id: string,
  { cardRef, customerRef, brand, last4, expires, fingerprint }: GatewayCard,
  max: number,
): Promise<Row | undefined> {
  return db.transaction(async (tx) => {
    await lockWallets(tx, uid);
    const savedCards = await cardsOf(tx, uid, gateway);
    const same = savedCards.find((card) => card.cardRef === cardRef);
    if (same || savedCards.length >= max) return same;
    const [made] = await tx
      .insert(savedCard)
      .values({
        id,
        uid,
        gateway,
        cardRef,
        customerRef,
        brand,
        last4,
        expires,
        fingerprint: fingerprintHash(gateway, fingerprint),
      })
      .onConflictDoUpdate({
        target: [savedCard.gateway, savedCard.cardRef],
        set: { forgottenAt: null, detachedAt: null, brand, last4, expires },
        // A card that another account has saved is not taken over.
        setWhere: eq(savedCard.uid, uid),
      })
      .returning();
    return made;
  });
}

/**
 * Creates the handler of the endpoint `saveBankCard`: begins a card binding, completes it with the token of the gateway's frame, or
 * forgets a card. Each is idempotent.
 */
export function cardHandler(deps: PaymentDeps) {
  const { db, gateway, log } = deps;
  return async (caller: UserCaller, input: SaveCardInput): Promise<Answer> => {
    if (gateway === undefined) return fail({ code: 'not-sold' });
    if (!caller.once) return fail({ code: 'bad-request', detail: 'Idempotency-Key: is missing' });
    try {
      if ('begin' in input) return await begin(gateway, caller, caller.once.operation);
      if ('forget' in input) return await forget(gateway, caller.uid, input.forget);
      return await keep(gateway, caller.uid, input.bindId, input.token);
    } catch (error) {
      log.warn({ uid: caller.uid, err: error }, 'failed to save or forget a card');
      return fail({ code: 'gateway-down' });
    }
  };

  async function begin(gateway: Gateway, { uid, origin }: UserCaller, operation: string): Promise<Answer> {
    const known = await bindingOf(eq(cardBinding.operation, operation), uid, gateway);
    if (known?.ref) return outcome(gateway, known, () => gateway.askBinding(known.ref ?? ''));
    const cards = await cardsOf(db, uid, gateway.name);
    if (cards.length >= SAVED_CARDS_MAX) return fail({ code: 'bad-request', detail: 'no more cards can be kept' });
    // Committed before the gateway is asked: a repeated operation finds the same binding and uses the same idempotency key.
    await db
      .insert(cardBinding)
      .values({ id: nanoid(21), uid, operation, gateway: gateway.name })
      .onConflictDoNothing();
    const binding = await bindingOf(eq(cardBinding.operation, operation), uid, gateway);
    if (binding === undefined) throw new Error('A binding was neither made nor found');
    const facts = {
      bindId: binding.id,
      customerRef: cards[0]?.customerRef ?? '',
      parentOrigin: origin,
      returnUrl: `${origin}/bindcheckout?op=${operation}&left=1`,
    };
    const bound = await inTime(gateway.bind(facts, `${binding.id}:bind`));
    await db.update(cardBinding).set({ ref: bound.ref }).where(eq(cardBinding.id, binding.id));
    return ok({ bindId: binding.id, next: bound.next });
  }

  async function keep(gateway: Gateway, uid: number, bindId: string, token: string): Promise<Answer> {
    const binding = await bindingOf(eq(cardBinding.id, bindId), uid, gateway);
    const ref = binding?.ref;
    if (!ref) return fail({ code: 'not-found' });
    // The token is in the key: after a refusal, another card is another request.
    return outcome(gateway, binding, () => gateway.keep(ref, token, `${bindId}:keep:${token}`));
  }

  async function bindingOf(named: SQL, uid: number, gateway: Gateway): Promise<BindingRow | undefined> {
    const [found] = await db
      .select()
      .from(cardBinding)
      .where(and(named, eq(cardBinding.uid, uid), eq(cardBinding.gateway, gateway.name)));
    return found;
  }

  /**
   * Saves the card once the gateway has it. Until then returns the payer's next step or the reason of a refusal; fails with `gone` if the
   * binding ended without a card.
   */
  async function outcome(gateway: Gateway, binding: BindingRow, ask: () => Promise<Binding>): Promise<Answer> {
    const { id: bindId, uid, cardId } = binding;
    if (cardId !== null) {
      const found = await cardOf(db, uid, gateway.name, cardId);
      return found ? ok({ bindId, card: shownCard(found) }) : fail({ code: 'gone' });
    }
    const { card, next, reason } = await inTime(ask());
    if (card === undefined) return next || reason ? ok({ bindId, next, reason }) : fail({ code: 'gone' });
    const stored = await saveCard(db, gateway.name, uid, nanoid(21), card, SAVED_CARDS_MAX);
    if (!stored) return fail({ code: 'bad-request', detail: 'no more cards can be kept' });
    await db.update(cardBinding).set({ cardId: stored.id }).where(eq(cardBinding.id, bindId));
    return ok({ bindId, card: shownCard(stored) });
  }

  /** Marks the card as forgotten here first, so that it is not charged again even if the gateway fails. */
  async function forget(gateway: Gateway, uid: number, cardId: string): Promise<Answer> {
    const [row] = await db
      .select()
      .from(savedCard)
      .where(and(eq(savedCard.id, cardId), eq(savedCard.uid, uid), eq(savedCard.gateway, gateway.name)));
    if (row === undefined) return fail({ code: 'not-found' });
    if (row.forgottenAt === null) {
      await db.update(savedCard).set({ forgottenAt: new Date() }).where(eq(savedCard.id, cardId));
    }
    await detachCard(deps, gateway, row);
    return ok({});
  }
}

/**
 * Has the gateway detach a card that its user has forgotten, and records that it did. Throws if the gateway does not answer; the job
 * `detachCards` retries.
 */
export async function detachCard(
  { db, clock }: Pick<PaymentDeps, 'db' | 'clock'>,
  gateway: Gateway,
  card: SavedCardRow,
): Promise<void> {
  await inTime(gateway.forget(card.cardRef));
  await db
    .update(savedCard)
    .set({ detachedAt: new Date(clock.now()) })
    // If the card was saved again during the request to the gateway, it is not marked as detached here.
    .where(and(eq(savedCard.id, card.id), isNotNull(savedCard.forgottenAt)));
}
