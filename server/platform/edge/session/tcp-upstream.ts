import { EventEmitter } from 'node:events';
import { connect, type Socket } from 'node:net';
import { cutStanzas } from '../stanza-cutter.ts';

const OPEN = 1;
const CLOSED = 3;
const CLIENT_NS = 'jabber:client';
const STREAMS_NS = 'http://etherx.jabber.org/streams';
const CONNECT_TIMEOUT_MS = 5_000;
const ABNORMAL = 1006;

/**
 * A plain TCP stream to the XMPP server (RFC 6120) with the interface of a websocket (RFC 7395), for `xmpp://` addresses: each `message`
 * event is one element.
 */
export class TcpUpstream extends EventEmitter {
  readonly OPEN = OPEN;
  readyState = 0;
  protocol = '';
  readonly #socket: Socket;

  constructor(url: string) {
    super();
    const { hostname, port } = new URL(url);
    // Without `noDelay` the kernel delays small stanzas (Nagle's algorithm, trap 19).
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), noDelay: true });
    this.#socket = socket;
    const cut = cutStanzas((frame) => this.emit('message', frame));
    const timer = setTimeout(() => socket.destroy(new Error('no connection in time')), CONNECT_TIMEOUT_MS);
    socket.setEncoding('utf8');
    socket.on('connect', () => {
      clearTimeout(timer);
      this.readyState = OPEN;
      this.protocol = 'xmpp';
      this.emit('open');
    });
    socket.on('data', (chunk: string) => {
      try {
        cut(chunk);
      } catch (error) {
        socket.destroy(error instanceof Error ? error : new Error('unreadable stream'));
      }
    });
    socket.on('error', (error) => this.emit('error', error));
    socket.on('close', () => {
      clearTimeout(timer);
      this.readyState = CLOSED;
      this.emit('close', ABNORMAL);
    });
  }

  get bufferedAmount(): number {
    return this.#socket.writableLength;
  }

  send(text: string, sent?: () => void): void {
    this.#socket.write(toStream(text), () => sent?.());
  }
  pause(): void {
    this.#socket.pause();
  }
  resume(): void {
    this.#socket.resume();
  }
  close(): void {
    this.#socket.destroySoon();
  }
  terminate(): void {
    this.#socket.destroy();
  }
}

/** Converts the two framing elements, which differ on a TCP stream. The text was written by this edge, so its form is known. */
function toStream(text: string): string {
  if (text.startsWith('<open')) {
    const to = /\sto=["']([^"']*)["']/.exec(text)?.[1] ?? '';
    return `<stream:stream to='${to}' version='1.0' xmlns='${CLIENT_NS}' xmlns:stream='${STREAMS_NS}'>`;
  }
  return text.startsWith('<close') ? '</stream:stream>' : text;
}
