import { liveQuery } from 'dexie';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetChanges } from '../../../../worker/db/forget-changes.ts';
import { freshApp, freshChat } from '../support/databases.ts';

const AFTER = 20;
let end: (() => void) | undefined;
afterEach(() => end?.());

/** A query of a row that does not change, and the number of its reads, while changes are forgotten after each of these counts. */
async function watched(...afters: readonly number[]) {
  const [app, chat] = [freshApp(), freshChat()];
  // Dexie reports a new database like a change, so both are opened before the reads are counted.
  await app.open();
  await chat.open();
  const ends = afters.map((after) => forgetChanges(after));
  end = () => {
    for (const one of ends) one();
  };
  let readings = 0;
  const query = liveQuery(() => app.state.get('settings')).subscribe(() => {
    readings += 1;
  });
  await vi.waitFor(() => expect(readings).toBe(1));
  const change = async (times: number) => {
    for (let n = 0; n < times; n += 1)
      await chat.outbox.add({ kind: 'message', about: 'm', tid: 'u_1', stanzaId: 's', to: 'u_1' });
  };
  return { change, readings: () => readings, stop: () => query.unsubscribe() };
}

test('a query is re-read once per fixed number of unrelated changes', async () => {
  const { change, readings, stop } = await watched(AFTER);
  await change(AFTER - 1);
  expect(readings()).toBe(1);
  await change(1);
  await vi.waitFor(() => expect(readings()).toBe(2));
  await change(AFTER - 1);
  expect(readings()).toBe(2);
  await change(1);
  await vi.waitFor(() => expect(readings()).toBe(3));
  stop();
});

test('a re-read in one realm resets the count of the other', async () => {
  const { change, readings, stop } = await watched(AFTER, AFTER + 1);
  await change(AFTER);
  await vi.waitFor(() => expect(readings()).toBe(2));
  await change(AFTER - 1);
  expect(readings()).toBe(2);
  stop();
});
