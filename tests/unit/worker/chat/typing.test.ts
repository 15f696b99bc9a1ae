import xml, { type Element } from '@xmpp/xml';
import { expect, test, vi } from 'vitest';
import { createTyping } from '../../../../worker/chat/typing.ts';
import { freshNotice } from '../support/databases.ts';
import { chat, DOMAIN, HOST, self } from '../support/stanzas.ts';

const STATES_NS = 'http://jabber.org/protocol/chatstates';
const state = (name: string, from: string) => xml('message', { type: 'chat', from }, xml(name, { xmlns: STATES_NS }));

function start() {
  const notice = freshNotice();
  let now = 1_000_000;
  let signedIn = true;
  const sent: Element[] = [];
  const typing = createTyping({ notice, now: () => now });
  const open = () =>
    typing.open({ domain: DOMAIN, self: self.uid, send: (stanza) => sent.push(stanza), isCurrent: () => signedIn });
  open();
  const told = () =>
    sent.splice(0).map((stanza) => `${stanza.attrs['to']} ${stanza.children.map((one) => (one as Element).name)}`);
  return {
    notice,
    typing,
    told,
    open,
    pass: (ms: number) => {
      now += ms;
    },
    leave: () => {
      signedIn = false;
    },
    writers: () => notice.typing.toArray(),
  };
}

test('the peer is notified at the first key, again while typing continues, and at the end', () => {
  const { typing, told, pass } = start();
  typing.tell('tab', 'u_9001', 'composing');
  typing.tell('tab', 'u_9001', 'composing');
  expect(told()).toEqual([`${HOST} composing`]);
  pass(5_000);
  typing.tell('tab', 'u_9001', 'composing');
  typing.tell('tab', 'u_9001', 'paused');
  typing.tell('tab', 'u_9001', 'paused');
  expect(told()).toEqual([`${HOST} composing`, `${HOST} paused`]);
});

test('leaving the conversation or closing the tab ends typing, and another typing tab continues', () => {
  const { typing, told } = start();
  typing.tell('one', 'u_9001', 'composing');
  typing.tell('two', 'u_9001', 'composing');
  typing.onTabGone('one');
  expect(told()).toEqual([`${HOST} composing`]);
  typing.tell('two', 'u_9002', 'composing');
  expect(told()).toEqual([`${HOST} paused`, `u_9002@${DOMAIN} composing`]);
});

test('no typing notification goes to the team or is sent without a stream, also not later', () => {
  const { typing, told, open } = start();
  for (const tid of ['u_1', 'localOfficial']) typing.tell('tab', tid, 'composing');
  typing.close();
  typing.tell('tab', 'u_9001', 'composing');
  open();
  expect(told()).toEqual([]);
});

test('a typing peer is shown for a while, until a pause or the message', async () => {
  const { typing, writers, pass } = start();
  expect(typing.take(state('composing', `${HOST}/phone`))).toBe(true);
  await vi.waitFor(async () => expect(await writers()).toEqual([{ id: 9001, until: 1_008_000 }]));
  // A repeated state is written again only when the previous one is about to expire.
  typing.take(state('composing', HOST));
  pass(5_000);
  typing.take(state('composing', HOST));
  await vi.waitFor(async () => expect(await writers()).toEqual([{ id: 9001, until: 1_013_000 }]));
  typing.take(state('paused', HOST));
  await vi.waitFor(async () => expect(await writers()).toEqual([]));
  typing.take(state('composing', HOST));
  await vi.waitFor(async () => expect(await writers()).toHaveLength(1));
  typing.onMessage(9001);
  await vi.waitFor(async () => expect(await writers()).toEqual([]));
});

test('a typing state without an end expires, and so does that of an earlier stream', async () => {
  const { notice, typing, writers, pass, open } = start();
  typing.take(state('composing', HOST));
  pass(8_000);
  typing.take(state('composing', `u_9002@${DOMAIN}`));
  await vi.waitFor(async () => expect((await writers()).map(({ id }) => id)).toEqual([9002]));
  for (let uid = 10_000; uid < 10_120; uid += 1) typing.take(state('composing', `u_${uid}@${DOMAIN}`));
  await vi.waitFor(async () => expect(await notice.typing.get(10_119)).toBeDefined());
  expect((await writers()).map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, at) => 10_020 + at));
  open();
  await vi.waitFor(async () => expect(await writers()).toEqual([]));
});

test('a message with a typing element is not a typing notification, and neither is one from oneself or from elsewhere', async () => {
  const { typing, writers, leave } = start();
  expect(typing.take(chat({ id: 'a' }))).toBe(false);
  const both = chat({ id: 'b' });
  both.append(xml('composing', { xmlns: STATES_NS }));
  expect(typing.take(both)).toBe(false);
  typing.take(state('composing', `u_${self.uid}@${DOMAIN}`));
  typing.take(state('composing', 'u_9001@elsewhere'));
  leave();
  typing.take(state('composing', HOST));
  typing.take(state('composing', `u_9002@${DOMAIN}`));
  await new Promise((resolve) => setImmediate(resolve));
  expect(await writers()).toEqual([]);
});
