import xml, { type Element } from '@xmpp/xml';
import { expect, test, vi } from 'vitest';
import { goLive } from '../../../../worker/chat/live.ts';
import type { Stream } from '../../../../worker/xmpp/dial.ts';
import { freshApp, freshChat, session } from '../support/databases.ts';
import { fakeClock, fakeTabs, idsFrom } from '../support/ports.ts';
import { chat as chatStanza } from '../support/stanzas.ts';

/** A device whose streams a test opens, answers and breaks. */
function device() {
  const [app, chat] = [freshApp(), freshChat()];
  async function open(resumed: boolean) {
    await app.state.put(session);
    const sent: Element[] = [];
    const lost: string[] = [];
    let hear: (stanza: Element) => void = () => undefined;
    let handled = 0;
    const stream: Stream = {
      jid: `${session.jid}/phone`,
      resumed,
      smId: 'stream-1',
      count: {
        next() {
          handled += 1;
          return handled;
        },
        commit: () => undefined,
        reset: () => undefined,
      },
      send: (...stanzas) => void sent.push(...stanzas),
      onStanza(listener) {
        hear = listener;
      },
      onLost: () => undefined,
      end: () => undefined,
    };
    const live = await goLive(stream, {
      app,
      chat,
      session,
      clock: fakeClock().clock,
      tabs: fakeTabs().tabs,
      newId: idsFrom('id'),
      isCurrentAccount: async () => (await app.state.get('session')) !== undefined,
      sendsReadMarks: () => true,
      onLost: (why) => void lost.push(why),
      onStorageFailure: () => undefined,
      onPush: () => false,
      onMessage: () => undefined,
      onRefreshAttribution: () => undefined,
      onSent: () => undefined,
      onRefused: () => undefined,
    });
    return {
      lost,
      hear: (stanza: Element) => hear(stanza),
      saysItIsThere: () => sent.some((stanza) => stanza.is('presence')),
      /** The server responds to the request that followed the presence, which confirms the presence. */
      answer() {
        const asked = sent.find((stanza) => stanza.getChild('enable', 'urn:xmpp:carbons:2'));
        hear(xml('iq', { type: 'result', id: asked?.attrs['id'], from: session.jid, to: stream.jid }));
      },
      breaks: () => live.close('drop'),
    };
  }
  return { app, chat, open };
}

test('a stream lost before the presence was confirmed sends it again when it is resumed', async () => {
  const { open } = device();
  const first = await open(false);
  expect(first.saysItIsThere()).toBe(true);
  await first.breaks();
  const second = await open(true);
  expect(second.saysItIsThere()).toBe(true);
  await second.breaks();
});

test('a confirmed presence is not sent again when the stream is resumed', async () => {
  const { chat, open } = device();
  const first = await open(false);
  first.answer();
  await vi.waitFor(async () => expect(await chat.sync.get('stream')).toMatchObject({ announced: true }), 5_000);
  await first.breaks();
  const second = await open(true);
  expect(second.saysItIsThere()).toBe(false);
  await second.breaks();
  const next = await open(false);
  expect(next.saysItIsThere()).toBe(true);
  await next.breaks();
});

test('stream data is not stored, and the stream is closed, when its account is no longer signed in', async () => {
  const { app, chat, open } = device();
  const stream = await open(true);
  await app.state.clear();
  stream.hear(chatStanza({ id: 'late', body: 'for the former account' }));
  await vi.waitFor(() => expect(stream.lost).toEqual(['error']));
  expect(await chat.messages.count()).toBe(0);
  await stream.breaks();
});
