import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type KnownMessages,
  NOTHING_KNOWN,
  rowsToDraw,
  withChange,
  withRead,
} from '../../../../../src/messages/log/known-messages.ts';
import type { MessageRow } from '../../../../../worker/db/schema.ts';
import { messageRow } from '../message-row.ts';

const LIMIT = 4;

const row = (id: number, date: number, body = '') =>
  messageRow(`u_9001/${id}`, date, { id, payload: { kind: 'text', body } });

const byDate = (a: MessageRow, b: MessageRow) => a.date - b.date || (a.id ?? 0) - (b.id ?? 0);
const shape = (known: KnownMessages) => rowsToDraw(known)?.map(({ id }) => id);
const readOf = (rows: readonly MessageRow[], changesBefore: number) => ({
  rows,
  hasOlder: rows.length === LIMIT,
  changesBefore,
});

test('nothing is drawn before the first read, and a concurrent change is drawn with it', () => {
  const waiting = withChange(NOTHING_KNOWN, row(2, 20), 1);
  expect(rowsToDraw(waiting)).toBeUndefined();
  expect(shape(withRead(waiting, readOf([row(1, 10)], 0)))).toEqual([1, 2]);
});

test('a read that started before a change does not undo it, and one that started later replaces it', () => {
  const changed = withChange(withRead(NOTHING_KNOWN, readOf([row(1, 10)], 0)), row(2, 20), 1);
  expect(shape(withRead(changed, readOf([row(1, 10)], 0)))).toEqual([1, 2]);
  expect(shape(withRead(changed, readOf([row(1, 10)], 1)))).toEqual([1]);
});

test('a change is inserted by date, and replaces the row that was read', () => {
  const read = withRead(NOTHING_KNOWN, readOf([row(1, 10), row(3, 30)], 0));
  const known = withChange(withChange(read, row(2, 20), 1), row(3, 30, 'seen'), 2);
  expect(shape(known)).toEqual([1, 2, 3]);
  expect(rowsToDraw(known)?.[2]?.payload).toEqual({ kind: 'text', body: 'seen' });
});

test('a row older than a window with older messages behind it is left to the next read', () => {
  const full = [row(5, 50), row(6, 60), row(7, 70), row(8, 80)];
  const change = row(9, 5);
  expect(shape(withChange(withRead(NOTHING_KNOWN, readOf(full, 0)), change, 1))).toEqual([5, 6, 7, 8]);
  expect(shape(withChange(withRead(NOTHING_KNOWN, readOf(full.slice(1), 0)), change, 1))).toEqual([9, 6, 7, 8]);
});

/** Steps of a page beside a database: commits, announcements that arrive in order or are lost, and reads of any length. */
const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('put' as const), id: fc.integer({ min: 1, max: 8 }), date: fc.integer({ max: 9 }) }),
    fc.record({ do: fc.constant('remove' as const), id: fc.integer({ min: 1, max: 8 }) }),
    fc.record({ do: fc.constantFrom('hear' as const, 'lose' as const, 'begin' as const, 'end' as const) }),
  ),
  { maxLength: 60 },
);

test('the drawn rows equal the database after any order of commits, announcements and reads', () => {
  fc.assert(
    fc.property(steps, (all) => {
      let stored = new Map<number, MessageRow>();
      const announced: MessageRow[] = [];
      let reads: ReturnType<typeof readOf>[] = [];
      let known = NOTHING_KNOWN;
      let arrived = 0;
      let version = 0;
      const newest = () => [...stored.values()].toSorted(byDate).slice(-LIMIT);
      const hear = () => {
        const next = announced.shift();
        if (!next) return;
        arrived += 1;
        known = withChange(known, next, arrived);
      };
      const begin = () => reads.push(readOf(newest(), arrived));
      const end = () => {
        const read = reads.shift();
        if (read) known = withRead(known, read);
      };
      for (const step of all) {
        if (step.do === 'put') {
          version += 1;
          // A message keeps its date.
          const next = row(step.id, stored.get(step.id)?.date ?? step.date, String(version));
          stored = new Map(stored).set(step.id, next);
          announced.push(next);
        }
        if (step.do === 'remove') stored.delete(step.id);
        if (step.do === 'hear') hear();
        if (step.do === 'lose') announced.shift();
        if (step.do === 'begin') begin();
        // Dexie's live query gives up a read when a later one begins.
        if (step.do === 'end') reads = reads.slice(-1);
        if (step.do === 'end') end();
        const drawn = rowsToDraw(known) ?? [];
        expect(drawn).toEqual(drawn.toSorted(byDate));
        expect(new Set(drawn.map(({ mid }) => mid)).size).toBe(drawn.length);
      }
      while (announced.length > 0) hear();
      // This read confirms the announced rows.
      begin();
      reads = reads.slice(-1);
      end();
      expect(rowsToDraw(known)).toEqual(newest());
      expect(known.changes).toEqual([]);
    }),
  );
});
