import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { Element } from '@xmpp/xml';
import { xmlText } from '../../../contract/xml/characters.ts';
import { XML_MAX_DEPTH, XML_MAX_NODES } from '../../../contract/xml/rules.ts';
import { elementReader } from '../edge/xml/builder.ts';

/** Limits of a received stanza: those of client stanzas, plus room for the elements that Prosody adds (timestamps, ids). */
const LIMITS = { maxDepth: XML_MAX_DEPTH + 4, maxNodes: XML_MAX_NODES * 2 };

/** Settings and callbacks of `connectComponent`. */
export type ConnectionOptions = {
  /** `host:port`. */
  readonly address: string;
  readonly jid: string;
  readonly secret: string;
  online(): void;
  stanza(stanza: Element): void;
  /** Called when the socket's send buffer is empty again. */
  drained(): void;
  /** Called once, at the end of the stream or of a failed attempt to open it, with the reason for the log. */
  closed(reason: string): void;
};

/** One component stream to the XMPP server, which is not reopened. */
export type Connection = {
  /** Returns false when nothing was written, because the stream is broken or the send buffer is full. */
  write(text: string): boolean;
  end(): void;
};

/** Size at which the socket's send buffer counts as full; `drained` is called when the server has read it. */
const UNREAD_MAX_BYTES = 1_048_576;

/**
 * Opens one component stream (XEP-0114) over one socket, which ends when the socket breaks; `startComponent` reconnects. Characters that
 * XML does not allow are removed.
 */
export function connectComponent(options: ConnectionOptions): Connection {
  const { jid } = options;
  // Without `noDelay` the kernel delays small answers (Nagle's algorithm): 44 ms per ping (trap 19).
  const { hostname, port } = new URL(`xmpp://${options.address}`);
  const socket: Socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), noDelay: true });
  let reason = 'closed';
  let authenticated = false;
  const reader = elementReader(LIMITS, 1, {
    opened(stream) {
      const digest = createHash('sha1')
        .update(`${stream.attrs['id'] ?? ''}${options.secret}`)
        .digest('hex');
      socket.write(`<handshake>${digest}</handshake>`);
    },
    element(element) {
      if (element.name === 'error') {
        reason = element.getChildElements()[0]?.name ?? 'stream error';
        socket.destroy();
      } else if (authenticated) {
        options.stanza(element);
      } else if (element.name === 'handshake') {
        authenticated = true;
        options.online();
      }
    },
  });
  socket.setEncoding('utf8');
  socket.on('connect', () => {
    socket.write(
      `<?xml version='1.0'?><stream:stream xmlns='jabber:component:accept' xmlns:stream='http://etherx.jabber.org/streams' to='${jid}'>`,
    );
  });
  socket.on('data', (chunk: string) => {
    try {
      reader.write(chunk);
    } catch (error) {
      socket.destroy(error instanceof Error ? error : new Error('unreadable stream'));
    }
  });
  socket.on('drain', () => options.drained());
  socket.on('error', (error) => {
    reason = error.message;
  });
  socket.on('close', () => options.closed(reason));
  return {
    write(text) {
      if (!socket.writable || socket.writableLength > UNREAD_MAX_BYTES) return false;
      socket.write(xmlText(text));
      return true;
    },
    end: () => {
      socket.end('</stream:stream>');
      socket.destroySoon();
    },
  };
}
