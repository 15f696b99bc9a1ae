import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { client } from '@xmpp/client';
import { expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { readWhileOpen } from '../../../../worker/xmpp/read-while-open.ts';

const FRAMING = 'urn:ietf:params:xml:ns:xmpp-framing';

test('data after the end of a stream is dropped', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  server.on('connection', (socket) =>
    socket.once('message', () => {
      const frames = [
        `<open xmlns="${FRAMING}" from="localhost" id="1" version="1.0"/>`,
        `<close xmlns="${FRAMING}"/>`,
        '<message xmlns="jabber:client"><body>late</body></message>',
      ];
      for (const frame of frames) socket.send(frame);
      socket.close();
    }),
  );
  const { port } = server.address() as AddressInfo;
  const xmpp = client({ service: `ws://127.0.0.1:${port}`, domain: 'localhost', username: 'u_1', password: '' });
  xmpp.reconnect.stop();
  readWhileOpen(xmpp);
  const thrown: unknown[] = [];
  const read = xmpp._onData.bind(xmpp);
  let frames = 0;
  xmpp._onData = (data) => {
    frames += 1;
    try {
      read(data);
    } catch (error) {
      thrown.push(error);
    }
  };
  const heard: string[] = [];
  xmpp.on('element', (element) => void heard.push(element.name));
  xmpp.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => xmpp.on('disconnect', resolve));
  xmpp.start().catch(() => undefined);
  await closed;
  server.close();
  expect(frames).toBe(3);
  expect(thrown).toEqual([]);
  expect(heard).not.toContain('message');
});
