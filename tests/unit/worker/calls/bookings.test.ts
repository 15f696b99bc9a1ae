import { expect, test } from 'vitest';
import { readSession } from '../../../../worker/base/session-row.ts';
import { createBookings } from '../../../../worker/calls/bookings.ts';
import { serverOf, signedIn } from '../support/people.ts';

test('each answer replaces the stored bookings, and a refused change fetches them', async () => {
  const { app } = await signedIn();
  const lists = { bookings: [{ id: 'one' }], proposeBooking: [{ id: 'two' }], answerBooking: [], cancelBooking: [] };
  const answers = Object.fromEntries(Object.entries(lists).map(([name, bookings]) => [name, () => ({ bookings })]));
  const { api, asked } = serverOf(answers as Parameters<typeof serverOf>[0]);
  const { commands, onOwnChange } = createBookings({ app, api, session: () => readSession(app) });
  await commands.proposeBooking(9001, 1_800_000_000_000, 10, 60);
  expect(await app.state.get('bookings')).toMatchObject({ bookings: [{ id: 'two' }] });
  await commands.answerBooking('two', true);
  await commands.cancelBooking('two', 300);
  await onOwnChange?.();
  expect(await app.state.get('bookings')).toMatchObject({ bookings: [{ id: 'one' }] });
  expect(asked).toEqual([
    ['proposeBooking', { host: 9001, startsAt: 1_800_000_000_000, minutes: 10, price: 60 }],
    ['answerBooking', { id: 'two', accepts: true }],
    ['cancelBooking', { id: 'two', gems: 300 }],
    ['bookings', {}],
  ]);
  const refusing = {
    call: async (name: string) =>
      name === 'bookings'
        ? { ok: true, value: { bookings: [{ id: 'now' }] } }
        : { ok: false, error: { code: 'booking', reason: 'changed' } },
  };
  const refused = createBookings({ app, api: refusing as never, session: () => readSession(app) });
  expect(await refused.commands.answerBooking('one', true)).toMatchObject({ ok: false });
  expect(await app.state.get('bookings')).toMatchObject({ bookings: [{ id: 'now' }] });
});
