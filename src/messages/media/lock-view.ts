import type { Payload } from '#contract/chat/payload.ts';
import { DAY_MS } from '#contract/durations.ts';
import { stanzaIdOfMid } from '#contract/ids.ts';
import { LOCKED_KEPT_DAYS } from '#contract/media/rules.ts';
import type { MessageRow } from '#db/schema.ts';

/** Price that the receiver pays to unlock a paid message: gems, or a gift if `gift` is not empty; `gems` is then the gift's price. */
export type LockPrice = { readonly gems: number; readonly gift: string };
/** State of a paid message, as its cover, its menu and the unlock sheet show it. */
export type LockView = {
  readonly price: LockPrice;
  readonly lockId: string;
  /** `opening`: paid, but the URLs have not arrived yet. `gone`: refunded or deleted. */
  readonly state: 'locked' | 'opening' | 'opened' | 'gone';
  /** Gems that the sender earned or the receiver paid; undefined if no service message states them. */
  readonly gems: number | undefined;
  /** Whether the sender's earnings are still held until the content has passed moderation. */
  readonly isPending: boolean;
  /** Whether a service message says that the payment was refunded. */
  readonly isBack: boolean;
  /** Whether the core must fetch the state of the lock from the server, repeatedly while this is true. */
  readonly asks: boolean;
  /** Whether the message was not unlocked within the retention period, so that it may have been deleted: the core must check once. */
  readonly mayBeOver: boolean;
};

/** Retention of locked media, plus a day of tolerance for clock differences and the interval of the clean-up. */
const OVER_AFTER_MS = (LOCKED_KEPT_DAYS + 1) * DAY_MS;

type Paid = Extract<Payload, { readonly lockId: string }>;

/** Returns the payload of a message that is unlocked by a payment; undefined for any other message. */
export function paidIn(payload: Payload | undefined): Paid | undefined {
  if (!payload || !('lockId' in payload)) return undefined;
  return payload.kind === 'image_with_gift' || payload.payNeed ? payload : undefined;
}

const priceOf = (paid: Paid): LockPrice =>
  paid.kind === 'image_with_gift' ? { gems: paid.giftPrice, gift: paid.giftId } : { gems: paid.payPrice, gift: '' };
const isThere = (paid: Paid) => ('items' in paid ? paid.items.every(({ url }) => url !== '') : paid.url !== '');

/**
 * Computes the state of a paid message; undefined for a free one. `serviceMessages`: the service messages about it, from which alone its
 * sender knows the state. `now`: Unix ms.
 */
export function lockViewOf(row: MessageRow, serviceMessages: readonly MessageRow[], now: number): LockView | undefined {
  const paid = paidIn(row.payload);
  if (!paid) return undefined;
  const argsOfNotices = (key: 'opened' | 'givenBack') =>
    serviceMessages.flatMap(({ payload }) => {
      if (payload?.kind !== 'system' || payload.key !== key || payload.args['of'] !== stanzaIdOfMid(row.mid)) return [];
      return paid.lockId === '' || payload.args['lock'] === paid.lockId ? [payload.args] : [];
    });
  const openings = argsOfNotices('opened');
  // A second service message without `pending` follows when the earnings are released.
  const opened = openings.find(({ pending }) => pending === undefined) ?? openings[0];
  const [back] = argsOfNotices('givenBack');
  const gems = opened?.['gems'] === undefined ? undefined : Number(opened['gems']);
  const [isOpen, isWhole] = [opened !== undefined || row.lock === 'opened', isThere(paid)];
  const isOld = !isOpen && now - row.date > OVER_AFTER_MS;
  const mayBeOver = isOld && paid.lockId !== '' && row.lock !== 'void';
  const isPending = opened?.['pending'] !== undefined;
  const view = { price: priceOf(paid), lockId: paid.lockId, gems, isPending, isBack: back !== undefined, mayBeOver };
  if (back || row.lock === 'void') return { ...view, state: 'gone', asks: row.lock !== 'void' && paid.lockId !== '' };
  // A page in an insecure context could not compute the id of the lock, so the server cannot be asked.
  if (isOld && row.out && paid.lockId === '') return { ...view, state: 'gone', asks: false };
  if (row.out) return { ...view, state: isOpen ? 'opened' : 'locked', asks: !isWhole && paid.lockId !== '' };
  if (isWhole) return { ...view, state: 'opened', asks: false };
  return { ...view, state: isOpen ? 'opening' : 'locked', asks: isOpen };
}
