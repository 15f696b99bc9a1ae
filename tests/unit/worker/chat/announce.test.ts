import xml, { type Element } from '@xmpp/xml';
import { expect, test, vi } from 'vitest';
import { goLive } from '../../../../worker/chat/live.ts';
import type { Stream } from '../../../../worker/xmpp/dial.ts';
import { freshApp, freshChat, session } from '../support/databases.ts';
import { fakeClock, fakeTabs, idsFrom } from '../support/ports.ts';

/** A device whose streams a test opens, answers and breaks. */
function device() {
  const [app, chat] = [freshApp(), freshChat()];
  async function open(resumed: boolean) {
    const sent: Element[] = [];
    let hear: (stanza: Element) => void = () => undefined;
    let handled = 0;
    const stream: Stream = {
      ...{ jid: `${session.jid}/phone`, resumed, smId: 'stream-1' },
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
      ...{ app, chat, session, clock: fakeClock().clock, tabs: fakeTabs().tabs, newId: idsFrom('id') },
      sendsReadMarks: () => true,
      ...{
        onLost: () => undefined,
        onStorageFailure: () => undefined,
        onPush: () => false,
        onMessage: () => undefined,
      },
      ...{ onRefreshAttribution: () => undefined, onSent: () => undefined, onRefused: () => undefined },
    });
    return {
      saysItIsThere: () => sent.some((stanza) => stanza.is('presence')),
      /** The server answers what was asked after the presence. */
      answer() {
        const asked = sent.find((stanza) => stanza.getChild('enable', 'urn:xmpp:carbons:2'));
        hear(xml('iq', { type: 'result', id: asked?.attrs['id'], from: session.jid, to: stream.jid }));
      },
      breaks: () => live.close('drop'),
    };
  }
  return { chat, open };
}

test('who lost the stream before the server knew that they are there says so again, and hears messages', async () => {
  const { open } = device();
  const first = await open(false);
  expect(first.saysItIsThere()).toBe(true);
  await first.breaks();
  const second = await open(true);
  expect(second.saysItIsThere()).toBe(true);
  await second.breaks();
});

test('who is known to be there does not say so again where the stream goes on', async () => {
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
