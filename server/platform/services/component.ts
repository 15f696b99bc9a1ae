import type { Element } from '@xmpp/xml';
import { serverClock } from '../clock.ts';
import type { Logger } from '../log/logger.ts';
import { type Connection, connectComponent } from './connection.ts';
import { createSendBuffer } from './send-buffer.ts';

/** Settings and callbacks of `startComponent`. */
export type ComponentOptions = {
  readonly jid: string;
  /** Returns the address to connect to, `host:port`; called for each attempt. */
  readonly address: () => string;
  readonly secret: string;
  readonly log: Logger;
  /** Handles each stanza from the XMPP server. Must not throw. */
  onStanza(stanza: Element): void;
  /** Returns true for a stanza that would be useless on a later stream, so that it is dropped rather than buffered; by default none is. */
  isFleeting?(stanza: Element): boolean;
  /** Called for each new stream, after the buffered stanzas are sent. */
  onOnline?(): void;
  /** Called when a stream has ended, and when an attempt to open one has failed. */
  onOffline?(): void;
};

/** The connection of this process's services to the XMPP server as a component (XEP-0114), which reconnects. */
export type Component = {
  readonly jid: string;
  /**
   * Sends a stanza in the component's own name, or in that of a service or account, which the XMPP server allows
   * (prosody/config.ts). Without a stream the stanza is buffered for the next one (`send-buffer.ts`) and the result is true; a stanza for
   * which `isFleeting` is true is dropped, and the result is false.
   */
  send(stanza: Element, from?: string): boolean;
  /**
   * Sends serialized stanzas, which are not buffered: they are dropped without a stream, and while the XMPP server does not read this one.
   * Returns whether there is a stream.
   */
  sendWritten(text: string): boolean;
  whenOnline(): Promise<void>;
  close(): void;
};

const RETRY_FIRST_MS = 20;
const RETRY_MAX_MS = 500;

/**
 * Connects a component to the XMPP server (XEP-0114), one per process. It reconnects within a second after the server accepts connections
 * again.
 */
export function startComponent(options: ComponentOptions): Component {
  const { jid, log } = options;
  let stream: Connection | undefined;
  let online = false;
  let closing = false;
  let delay = RETRY_FIRST_MS;
  let retry: NodeJS.Timeout | undefined;
  let waiting: (() => void)[] = [];
  const sendBuffer = createSendBuffer(serverClock.now);

  const component: Component = {
    jid,
    send(stanza, from = jid) {
      if (closing) return false;
      stanza.attrs['from'] = from;
      delete stanza.attrs['xmlns'];
      const text = stanza.toString();
      // A stanza is sent now only if none is buffered, because buffered ones are sent first.
      if (online && sendBuffer.size() === 0 && stream?.write(text)) {
        sendBuffer.noteSent(stanza, text);
        return true;
      }
      if (options.isFleeting?.(stanza)) return false;
      sendBuffer.add(stanza, text);
      return true;
    },
    sendWritten(text) {
      if (!online || !stream) return false;
      stream.write(text);
      return true;
    },
    whenOnline: () =>
      online
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push(resolve);
          }),
    close() {
      closing = true;
      sendBuffer.clear();
      clearTimeout(retry);
      stream?.end();
    },
  };

  function sendKept(): void {
    for (let row = sendBuffer.first(); row && stream?.write(row.text); row = sendBuffer.first()) sendBuffer.shift();
  }

  function open(): void {
    stream = connectComponent({
      address: options.address(),
      jid,
      secret: options.secret,
      online() {
        online = true;
        delay = RETRY_FIRST_MS;
        log.info({ jid, kept: sendBuffer.size() }, 'component online');
        sendKept();
        for (const resolve of waiting) resolve();
        waiting = [];
        options.onOnline?.();
      },
      stanza: options.onStanza,
      drained: sendKept,
      closed(reason) {
        if (online) {
          log.warn({ jid, reason }, 'component offline');
          sendBuffer.broken();
        }
        online = false;
        options.onOffline?.();
        stream = undefined;
        if (closing) return;
        retry = setTimeout(open, delay);
        delay = Math.min(delay * 2, RETRY_MAX_MS);
      },
    });
  }

  open();
  return component;
}
