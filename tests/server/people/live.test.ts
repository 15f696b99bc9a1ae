import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { chat, errorOf, hasId } from '../../edge/messages.ts';
import type { User } from '../../harness/api.ts';
import { barrier, type RawClient } from '../../harness/raw-client.ts';
import { type Backend, startWholeBackend } from '../../harness/servers/backend.ts';
import { DOMAIN } from '../../harness/servers/xmpp-server.ts';

let backend: Backend;
let ann: User;
let ben: User;
let annsStream: RawClient;
let bensStream: RawClient;
beforeAll(async () => {
  backend = await startWholeBackend(inject('postgresUrl'));
  [ann, ben] = [await backend.logIn(100_001), await backend.logIn(264_457_002)];
  [annsStream, bensStream] = [await backend.connect(ann), await backend.connect(ben)];
});
afterAll(() => backend?.close());

let n = 0;
/** Sends a message from Ann to Ben. Returns the refusal, or '' when it is delivered. */
async function write(): Promise<string> {
  n += 1;
  const id = `live-${n}`;
  annsStream.send(chat({ id, to: ben.id }));
  await barrier(annsStream, DOMAIN);
  const refusal = annsStream.frames.find(hasId(id));
  return refusal ? errorOf(refusal) : '';
}
/** Checks the next message without polling: a change applies as soon as it is answered. */
const becomes = async (fate: string) => expect(await write()).toBe(fate);
const change = (user: User, other: User, action: string) =>
  backend.call('changeRelation', { targetUid: other.id, action }, user);

test('a setting or a friendship of Ben applies to the next message of Ann', async () => {
  expect(await write()).toBe('');
  await backend.call('updateProfile', { settings: { strangers: 'friends' } }, ben);
  await becomes('policy-violation/cancel/not-admitted');
  await change(ann, ben, 'request');
  await change(ben, ann, 'accept');
  await becomes('');
  await backend.call('updateProfile', { settings: { strangers: 'nobody' } }, ben);
  await becomes('policy-violation/cancel/not-admitted');
  await backend.call('updateProfile', { settings: { strangers: 'friends' } }, ben);
  await becomes('');
  await change(ben, ann, 'unfriend');
  await becomes('policy-violation/cancel/not-admitted');
  await backend.call('updateProfile', { settings: { strangers: 'everyone' } }, ben);
  await becomes('');
});

test('a block by changeRelation applies to messages at once, in both directions', async () => {
  await change(ben, ann, 'block');
  await becomes('item-not-found/cancel/address');
  bensStream.send(chat({ id: 'back', to: ann.id }));
  expect(errorOf(await bensStream.take('the refusal', hasId('back')))).toBe('not-acceptable/cancel/blocked');
  await change(ben, ann, 'unblock');
  await becomes('');
});

test('each of 40 changes of a block applies to the very next message after its answer', async () => {
  for (let turn = 0; turn < 40; turn += 1) {
    await change(ben, ann, 'block');
    await becomes('item-not-found/cancel/address');
    await change(ben, ann, 'unblock');
    await becomes('');
  }
});
