import xml from '@xmpp/xml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEnvelope } from '../../contract/stanzas/message.ts';
import { barrier } from '../harness/raw-client.ts';
import { DOMAIN, startXmppServer, type XmppServer } from '../harness/xmpp-server.ts';
import { chat, hasId } from './messages.ts';

let server: XmppServer;
beforeAll(async () => {
  server = await startXmppServer();
});
afterAll(() => server.close());

test('two people exchange a text', async () => {
  const [ann, ben] = [await server.user(101), await server.user(102)];
  ann.send(chat({ id: 'm1', to: 102, body: 'hello <Ben> & "all"' }));
  const seen = await ben.take('the message', hasId('m1'));
  const envelope = readEnvelope(seen);
  expect(envelope?.body).toBe('hello <Ben> & "all"');
  expect(envelope?.from).toMatch(/^u_101@localhost\//);
  ben.send(chat({ id: 'm2', to: 101, body: 'hi' }));
  expect(readEnvelope(await ann.take('the answer', hasId('m2')))?.body).toBe('hi');
});

test('who was offline finds the message in the archive, and the sender hears of no error', async () => {
  const ann = await server.user(111);
  ann.send(chat({ id: 'late', to: 112, body: 'read me later' }));
  await barrier(ann, DOMAIN);
  expect(ann.frames.filter((frame) => frame.attrs['type'] === 'error')).toEqual([]);

  const ben = await server.user(112);
  ben.send(
    xml(
      'iq',
      { xmlns: 'jabber:client', type: 'set', id: 'archive' },
      xml('query', { xmlns: 'urn:xmpp:mam:2', queryid: 'q' }),
    ),
  );
  await ben.take('the end of the archive', hasId('archive'));
  const archived = ben.frames.flatMap(
    (frame) => frame.getChild('result')?.getChild('forwarded')?.getChild('message') ?? [],
  );
  expect(archived.map((message) => message.getChildText('body'))).toEqual(['read me later']);
});
