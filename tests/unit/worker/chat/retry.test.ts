import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../../contract/durations.ts';
import { settleOutbox } from '../../../../worker/chat/settle.ts';
import { signedIn } from '../support/commands.ts';
import { messageOf, NOW, receive, see } from '../support/receiving.ts';
import { chat } from '../support/stanzas.ts';

describe('a message that was refused', () => {
  async function refused() {
    const made = await signedIn();
    await receive(made.db, [chat({ id: 'q', at: NOW })]);
    await made.type('bad');
    const all = (await made.db.outbox.toArray()).filter((row) => row.kind === 'message');
    await settleOutbox(
      made.db,
      [],
      all.map((row) => [row, 'forbidden'] as const),
    );
    return made;
  }

  test('a refused message shows the reason, and Retry sends it again under the same id', async () => {
    const { db, commands } = await refused();
    expect(await messageOf(db, 'u_100001/id1')).toMatchObject({ state: 'error', refusal: 'forbidden' });
    expect((await see(db)).threads).toMatchObject([{ lastState: 'error' }]);
    expect(await commands.retryMessage('u_100001/id1')).toEqual({ ok: true, value: null });
    expect(await messageOf(db, 'u_100001/id1')).toMatchObject({ state: 'sending', refusal: '' });
    expect((await see(db)).threads).toMatchObject([{ lastState: 'sending' }]);
    expect(await db.outbox.toArray()).toContainEqual(
      expect.objectContaining({ stanzaId: 'id1', about: 'u_100001/id1' }),
    );
  });

  test('a refused message is sent once when Retry is pressed twice', async () => {
    const { db, commands } = await refused();
    const both = await Promise.all([commands.retryMessage('u_100001/id1'), commands.retryMessage('u_100001/id1')]);
    expect(both.filter((result) => result.ok)).toHaveLength(1);
    expect((await db.outbox.toArray()).filter((row) => row.kind === 'message')).toHaveLength(1);
  });

  test('a refused message can be discarded, and the list shows the newest message left, also when older ones came in later', async () => {
    const { db, commands } = await refused();
    await receive(db, [chat({ id: 'older', at: NOW - MINUTE_MS, body: 'old' })]);
    expect(await commands.discardMessage('u_100001/id1')).toEqual({ ok: true, value: null });
    expect(await messageOf(db, 'u_100001/id1')).toBeUndefined();
    expect((await see(db)).threads).toMatchObject([
      { lastMid: 'u_9001/q', lastDate: NOW, lastFacts: { body: 'hello' } },
    ]);
  });
});

test('a discarded message leaves no trace in the list when it was the only message of its conversation', async () => {
  const { db, commands, type } = await signedIn();
  await type('only words');
  await settleOutbox(
    db,
    [],
    (await db.outbox.toArray()).map((row) => [row, 'forbidden'] as const),
  );
  await commands.discardMessage('u_100001/id1');
  expect((await see(db)).threads).toMatchObject([{ lastFacts: undefined, lastMid: '', lastState: 'success' }]);
});

test('only failed own messages can be sent again or discarded', async () => {
  const { db, commands, type } = await signedIn();
  await receive(db, [chat({ id: 'theirs' })]);
  await type('under way');
  for (const mid of ['u_9001/theirs', 'u_100001/id1', 'u_100001/none']) {
    expect(await commands.retryMessage(mid)).toEqual({ ok: false, error: { code: 'not-found' } });
    expect(await commands.discardMessage(mid)).toEqual({ ok: false, error: { code: 'not-found' } });
  }
  expect(await db.messages.count()).toBe(2);
});
