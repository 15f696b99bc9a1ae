import type { Payload } from '#contract/chat/payload.ts';
import { stanzaIdOfMid } from '#contract/ids.ts';
import { LOCKED_KEPT_DAYS } from '#contract/media/rules.ts';
import type { MessageRow } from '#db/schema.ts';

/** What a message costs: gems, or a gift. */
export type LockPrice = { readonly gems: number; readonly gift: string };
export type LockView = {
  readonly price: LockPrice;
  readonly lockId: string;
  /** `opening`: paid for, and its addresses are not here yet. */
  readonly state: 'locked' | 'opening' | 'opened' | 'gone';
  /** What the sender earned, or the reader paid; undefined where nobody said so. */
  readonly gems: number | undefined;
  /** The sender earns it only when the content has passed its check. */
  readonly isPending: boolean;
  /** What was paid for it came back. */
  readonly isBack: boolean;
  /** The core has to ask what is open. */
  readonly asks: boolean;
  /** What nobody opened in all that time is not kept: the core has to ask once whether it is there. */
  readonly mayBeOver: boolean;
};

/** Clocks differ, and what is over is deleted now and then. */
const OVER_AFTER_MS = (LOCKED_KEPT_DAYS + 1) * 86_400_000;

type Paid = Extract<Payload, { readonly lockId: string }>;

/** The payload of a message that is paid for; undefined for any other. */
export function paidIn(payload: Payload | undefined): Paid | undefined {
  if (!payload || !('lockId' in payload)) return undefined;
  return payload.kind === 'image_with_gift' || payload.payNeed ? payload : undefined;
}

const priceOf = (paid: Paid): LockPrice =>
  paid.kind === 'image_with_gift' ? { gems: paid.giftPrice, gift: paid.giftId } : { gems: paid.payPrice, gift: '' };
const isThere = (paid: Paid) => ('items' in paid ? paid.items.every(({ url }) => url !== '') : paid.url !== '');

/** What became of a message that is paid for, now. `told`: what the service said of it; who sent it knows no more than that. */
export function lockViewOf(row: MessageRow, told: readonly MessageRow[], now: number): LockView | undefined {
  const paid = paidIn(row.payload);
  if (!paid) return undefined;
  const said = (key: 'opened' | 'givenBack') =>
    told.flatMap(({ payload }) => {
      if (payload?.kind !== 'system' || payload.key !== key || payload.args['of'] !== stanzaIdOfMid(row.mid)) return [];
      return paid.lockId === '' || payload.args['lock'] === paid.lockId ? [payload.args] : [];
    });
  const openings = said('opened');
  // It is said once more when it is pending no longer.
  const opened = openings.find(({ pending }) => pending === undefined) ?? openings[0];
  const [back] = said('givenBack');
  const gems = opened?.['gems'] === undefined ? undefined : Number(opened['gems']);
  const [isOpen, isWhole] = [opened !== undefined || row.lock === 'opened', isThere(paid)];
  const isOld = !isOpen && now - row.date > OVER_AFTER_MS;
  const mayBeOver = isOld && paid.lockId !== '' && row.lock !== 'void';
  const isPending = opened?.['pending'] !== undefined;
  const view = { price: priceOf(paid), lockId: paid.lockId, gems, isPending, isBack: back !== undefined, mayBeOver };
  if (back || row.lock === 'void') return { ...view, state: 'gone', asks: row.lock !== 'void' && paid.lockId !== '' };
  // Sent by a page without https, which cannot tell the id of the lock: there is none to ask for.
  if (isOld && row.out && paid.lockId === '') return { ...view, state: 'gone', asks: false };
  if (row.out) return { ...view, state: isOpen ? 'opened' : 'locked', asks: !isWhole && paid.lockId !== '' };
  if (isWhole) return { ...view, state: 'opened', asks: false };
  return { ...view, state: isOpen ? 'opening' : 'locked', asks: isOpen };
}
