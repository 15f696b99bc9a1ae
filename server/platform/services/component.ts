import type { Element } from '@xmpp/xml';
import type { Logger } from '../log/logger.ts';
import { type Connection, connectComponent } from './connection.ts';
import { keepForLater } from './kept.ts';

export type ComponentOptions = {
  readonly jid: string;
  /** Returns where to connect, `host:port`; called for each attempt. */
  readonly address: () => string;
  readonly secret: string;
  readonly log: Logger;
  /** Must not throw. */
  onStanza(stanza: Element): void;
  /** Returns true for a stanza that is useless on a later stream; by default none is. */
  isFleeting?(stanza: Element): boolean;
  /** Called for each new stream, after the kept stanzas were sent. */
  onOnline?(): void;
  /** Called when a stream has ended. */
  onOffline?(): void;
};

export type Component = {
  readonly jid: string;
  /**
   * Sends in the component's own name, or in that of a service or account (the XMPP server lets it: prosody/config.ts). Without a
   * stream it is kept for the next one (`kept.ts`), unless it is fleeting: then the answer is false, and it is lost.
   */
  send(stanza: Element, from?: string): boolean;
  /** Sends what is written already; false when there is no stream. */
  sendWritten(text: string): boolean;
  whenOnline(): Promise<void>;
  close(): void;
};

const RETRY_FIRST_MS = 20;
const RETRY_MAX_MS = 500;

/** Runs a component of the XMPP server: it reconnects within a second after the server accepts connections again. */
export function startComponent(options: ComponentOptions): Component {
  const { jid, log } = options;
  let stream: Connection | undefined;
  let online = false;
  let closing = false;
  let delay = RETRY_FIRST_MS;
  let retry: NodeJS.Timeout | undefined;
  let waiting: (() => void)[] = [];
  const kept = keepForLater(Date.now);

  const component: Component = {
    jid,
    send(stanza, from = jid) {
      if (closing) return false;
      stanza.attrs['from'] = from;
      delete stanza.attrs['xmlns'];
      const text = stanza.toString();
      // Kept stanzas are sent first.
      if (online && kept.size() === 0 && stream?.write(text)) {
        kept.noteSent(stanza, text);
        return true;
      }
      if (options.isFleeting?.(stanza)) return false;
      kept.add(stanza, text);
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
      kept.clear();
      clearTimeout(retry);
      stream?.end();
    },
  };

  function sendKept(): void {
    for (let row = kept.first(); row && stream?.write(row.text); row = kept.first()) kept.shift();
  }

  function open(): void {
    stream = connectComponent({
      address: options.address(),
      jid,
      secret: options.secret,
      online() {
        online = true;
        delay = RETRY_FIRST_MS;
        log.info({ jid, kept: kept.size() }, 'component online');
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
          kept.broken();
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
