import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DeliveryEvent, furthest, type Reached, stepDelivery } from '../../../../worker/chat/delivery.ts';
import type { MessageState } from '../../../../worker/db/schema.ts';

test.each<[MessageState, DeliveryEvent, MessageState]>([
  ['sending', 'accepted', 'success'],
  ['sending', 'refused', 'error'],
  ['sending', 'retried', 'sending'],
  ['error', 'accepted', 'error'],
  ['error', 'refused', 'error'],
  ['error', 'retried', 'sending'],
  ['success', 'accepted', 'success'],
  ['success', 'refused', 'success'],
  ['success', 'retried', 'success'],
])('a message in state %s that gets "%s" is then %s', (state, event, next) => {
  expect(stepDelivery(state, event)).toBe(next);
});

const anyEvent = fc.constantFrom<DeliveryEvent>('accepted', 'refused', 'retried');

test('a delivered message is never shown as sending or failed again', () => {
  fc.assert(
    fc.property(fc.array(anyEvent), (events) => {
      let state: MessageState = 'sending';
      for (const event of events) {
        const next = stepDelivery(state, event);
        if (state === 'success') expect(next).toBe('success');
        // A failed message leaves its state only by a retry of the user.
        if (state === 'error' && event !== 'retried') expect(next).toBe('error');
        state = next;
      }
    }),
  );
});

const RANK: Record<Reached, number> = { none: 0, delivered: 1, seen: 2 };
const anyReached = fc.constantFrom<Reached>('none', 'delivered', 'seen');

test('"seen" is not undone by a late receipt, and the order of receipts does not matter', () => {
  expect(furthest('seen', 'delivered')).toBe('seen');
  fc.assert(
    fc.property(fc.array(anyReached), (marks) => {
      const forwards = marks.reduce(furthest, 'none');
      expect(forwards).toBe(marks.toReversed().reduce(furthest, 'none'));
      expect(RANK[forwards]).toBe(Math.max(0, ...marks.map((reached) => RANK[reached])));
    }),
  );
});
