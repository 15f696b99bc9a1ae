import { expect, test } from 'vitest';
import { reuseEqualRows } from '../../../../src/data/reuse-equal-rows.ts';
import { outgoingRow } from '../../../../worker/db/writes/outgoing.ts';
import { newThread, withMessage } from '../../../../worker/db/writes/thread.ts';
import { session } from '../../worker/support/databases.ts';

const thread = newThread({ uid: 7, local: 'u_7', bare: 'u_7@test', nickName: 'Amber' }, session.jid);
const message = outgoingRow(session, { os: 'web', pkgName: 'app' }, thread, 'u_1/a', 5, { kind: 'text', body: 'hi' });
const rows = { conversation: withMessage(thread, message), message } as const;

/** Every field of a row, as a path of property names. */
const placesOf = (value: unknown): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => placesOf(inner).map((place) => [key, ...place]))
    : [[]];

function changedAt(row: object, place: readonly string[]): object {
  const copy = structuredClone(row);
  let at = copy as Record<string, unknown>;
  for (const key of place.slice(0, -1)) at = at[key] as Record<string, unknown>;
  at[place.at(-1) ?? ''] = Symbol.for('something else').toString();
  return copy;
}

test.each(Object.entries(rows))('a %s is drawn again exactly when it changed', (_, row) => {
  const keyOf = () => 'the one';
  const before = [row] as const;
  expect(reuseEqualRows(before, [structuredClone(row)], keyOf)).toBe(before);
  const places = placesOf(row);
  expect(places.length).toBeGreaterThan(12);
  for (const place of places) {
    const [after] = reuseEqualRows<object, string>(before, [changedAt(row, place)], keyOf);
    expect([place, after === row]).toEqual([place, false]);
  }
  const [more] = reuseEqualRows<object, string>(before, [{ ...row, translate: { lang: 'de', text: 'hallo' } }], keyOf);
  expect(more).not.toBe(row);
});

test('rows that moved keep their objects in a new list', () => {
  const [a, b] = [{ id: 1 }, { id: 2 }];
  const after = reuseEqualRows([a, b], [{ id: 2 }, { id: 1 }], ({ id }) => id);
  expect(after[0]).toBe(b);
  expect(after[1]).toBe(a);
});
