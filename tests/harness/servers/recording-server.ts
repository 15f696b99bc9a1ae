import { createServer } from 'node:http';
import xml from '@xmpp/xml';
import { WebSocketServer } from 'ws';
import { attachEdge } from '../../../server/platform/edge/edge.ts';
import { noConduct, noKindFacts } from '../kind-facts.ts';
import { authenticate, openRaw, type RawClient } from '../raw-client.ts';
import { DOMAIN, fakeAccounts, keepNowhere, listen, signPass, tokenOf } from './xmpp-server.ts';

const silent = { info: () => undefined, warn: () => undefined };

/** The edge in front of a fake XMPP server that accepts every login and records every frame. */
export async function startRecordingServer() {
  const texts: string[] = [];
  const upstream = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => upstream.once('listening', resolve));
  upstream.on('connection', (socket) =>
    socket.on('message', (data) => {
      const text = data.toString();
      texts.push(text);
      if (text.startsWith('<open')) socket.send('<features/>');
      if (text.startsWith('<auth')) socket.send('<success/>');
      if (text.startsWith('<r ')) socket.send("<a h='0'/>");
    }),
  );
  const address = upstream.address();
  const httpServer = createServer();
  const accounts = fakeAccounts();
  const edge = attachEdge({
    httpServer,
    upstreamUrl: () => `ws://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`,
    domain: DOMAIN,
    home: `n1.${DOMAIN}`,
    allowedOrigins: [],
    allowMissingOrigin: true,
    policy: accounts.policy,
    hasToken: accounts.hasToken,
    signPass,
    hasReceived: async () => false,
    facts: noKindFacts,
    ...noConduct,
    revocations: accounts.revocations,
    streamLog: { opened: () => undefined, activityChanged: () => undefined, closed: () => undefined },
    keep: keepNowhere,
    rateLimits: false,
    words: { discard: [], covered: [], offline: [], porn: [] },
    log: silent,
    clock: { now: () => Date.now() },
    hashToken: (token) => token,
  });
  const port = await listen(httpServer);
  return {
    texts,
    async user(uid: number): Promise<RawClient> {
      const client = await openRaw(`ws://127.0.0.1:${port}/xmpp-websocket`);
      await authenticate(client, { user: `u_${uid}`, token: tokenOf(uid), domain: DOMAIN });
      const bind = xml('bind', { xmlns: 'urn:ietf:params:xml:ns:xmpp-bind' });
      client.send(xml('iq', { xmlns: 'jabber:client', type: 'set', id: 'bind' }, bind));
      return client;
    },
    async close(): Promise<void> {
      for (const socket of upstream.clients) socket.terminate();
      await edge.close();
      upstream.close();
      httpServer.closeAllConnections();
      httpServer.close();
    },
  };
}
