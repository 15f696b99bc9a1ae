import type { MessageState } from '../db/schema.ts';

/**
 * Events of the outbox, by which the state of an outgoing message changes (product 4.2):
 *
 * | state   | accepted | refused | retried |
 * |---------|----------|---------|---------|
 * | sending | success  | error   | sending |
 * | error   | error    | error   | sending |
 * | success | success  | success | success |
 */
export type DeliveryEvent = 'accepted' | 'refused' | 'retried';

const NEXT: Record<MessageState, Record<DeliveryEvent, MessageState>> = {
  sending: { accepted: 'success', refused: 'error', retried: 'sending' },
  error: { accepted: 'error', refused: 'error', retried: 'sending' },
  success: { accepted: 'success', refused: 'success', retried: 'success' },
};

/** Returns the state of an outgoing message after an event of the outbox. */
export const stepDelivery = (state: MessageState, event: DeliveryEvent): MessageState => NEXT[state][event];

/** State of a sent message by the peer's marks: no mark yet, delivered to a device, or seen. */
export type Reached = 'none' | 'delivered' | 'seen';
const RANK: Record<Reached, number> = { none: 0, delivered: 1, seen: 2 };

/**
 * Returns the later of two delivery states, as reported by the peer's receipts and read marks. A late receipt does
 * not undo "seen".
 */
export const furthest = (a: Reached, b: Reached): Reached => (RANK[a] >= RANK[b] ? a : b);
