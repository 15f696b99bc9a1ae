import xml, { type Element } from '@xmpp/xml';
import { WebSocket } from 'ws';
import { localOfUid } from '#contract/ids.ts';
import { CHAT_LOGIN_TIMEOUT_MS } from '../../contract/chat/rules.ts';
import { elementReader } from '../../server/platform/edge/xml/builder.ts';

const FRAMING = 'urn:ietf:params:xml:ns:xmpp-framing';
const CLIENT = 'jabber:client';
const BIND = 'urn:ietf:params:xml:ns:xmpp-bind';
/** XMPP resource of every simulated host. It is fixed, so that a new stream replaces a broken one that the server has not detected yet. */
export const RESOURCE = 'demo-host';
/** Parser limits: those of any stanza, with some reserve, as the server is trusted. */
const LIMITS = { maxDepth: 64, maxNodes: 5_000 };

/** Credentials of a stream: account, its session token, and the XMPP domain. */
export type Login = { readonly uid: number; readonly token: string; readonly domain: string };
/** Callbacks of a stream. */
export type StreamPorts = {
  /** The stream is bound and available; `jid` is the full JID. */
  online(jid: string): void;
  stanza(stanza: Element): void;
  /** Called once when the stream ended, unless `end` was called. `refused`: the server refused the token. */
  closed(why: 'refused' | 'lost'): void;
};
/** An XMPP stream of one simulated host. `send` drops stanzas until it is online; `end` closes it without calling `closed`. */
export type Stream = { send(stanza: Element): void; end(): void };

/**
 * Opens one stream through the public edge (RFC 7395) as a browser does: SASL PLAIN with the session token, bind, presence. It does not
 * reconnect; `openConnection` does.
 */
export function openStream(url: string, { uid, token, domain }: Login, ports: StreamPorts): Stream {
  const { origin } = new URL(url.replace(/^ws/, 'http'));
  const socket = new WebSocket(url, 'xmpp', { perMessageDeflate: false, origin });
  const open = `<open xmlns='${FRAMING}' to='${domain}' version='1.0'/>`;
  let isOnline = false;
  let isAuthenticated = false;
  let why: 'refused' | 'lost' = 'lost';
  let isClosed = false;
  const timer = setTimeout(() => socket.terminate(), CHAT_LOGIN_TIMEOUT_MS);

  socket.on('open', () => socket.send(open));
  socket.on('message', (data) => {
    try {
      const frame = parse(data.toString());
      if (frame) take(frame);
    } catch {
      socket.terminate();
    }
  });
  // `close` follows every error.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearTimeout(timer);
    if (isClosed) return;
    isClosed = true;
    ports.closed(why);
  });

  function take(frame: Element): void {
    if (isOnline) {
      if (['message', 'iq', 'presence'].includes(frame.name)) ports.stanza(frame);
    } else if (frame.name === 'failure') {
      why = 'refused';
      socket.close();
    } else if (frame.name === 'features' && !isAuthenticated) {
      const secret = Buffer.from(`\0${localOfUid(uid)}\0${token}`).toString('base64');
      socket.send(`<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${secret}</auth>`);
    } else if (frame.name === 'success') {
      isAuthenticated = true;
      socket.send(open);
    } else if (frame.name === 'features') {
      const bind = xml('bind', { xmlns: BIND }, xml('resource', {}, RESOURCE));
      socket.send(xml('iq', { xmlns: CLIENT, type: 'set', id: 'bind' }, bind).toString());
    } else if (frame.name === 'iq' && frame.attrs['id'] === 'bind') {
      clearTimeout(timer);
      isOnline = true;
      socket.send(xml('presence', { xmlns: CLIENT }).toString());
      ports.online(frame.getChild('bind', BIND)?.getChildText('jid') ?? '');
    }
  }

  return {
    send(stanza) {
      if (!isOnline || socket.readyState !== socket.OPEN) return;
      stanza.attrs['xmlns'] = CLIENT;
      socket.send(stanza.toString());
    },
    end() {
      clearTimeout(timer);
      isClosed = true;
      if (socket.readyState === socket.OPEN) socket.send(`<close xmlns='${FRAMING}'/>`);
      socket.close();
    },
  };
}

function parse(text: string): Element | undefined {
  let found: Element | undefined;
  const reader = elementReader(LIMITS, 0, {
    element(element) {
      found = element;
    },
  });
  reader.write(text).close();
  return found;
}
