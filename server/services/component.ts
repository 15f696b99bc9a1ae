import xml, { type Element } from '@xmpp/xml';
import type { Logger } from '../logger.ts';
import { type Connection, connectComponent } from './connection.ts';
import { keepForLater } from './kept.ts';

export type ComponentOptions = {
  readonly jid: string;
  readonly port: number;
  readonly secret: string;
  readonly log: Logger;
  onStanza(stanza: Element, component: Component): void;
  /** Returns true for a stanza that is useless on a later stream; by default none is. */
  isFleeting?(stanza: Element): boolean;
  /** Called for each new stream, after the kept stanzas were sent. */
  onOnline?(): void;
};

export type Component = {
  readonly jid: string;
  /**
   * Sends in the component's own name: a foreign `from` makes Prosody end the whole stream (trap 7), so it is set here
   * and nowhere else. Without a stream it is kept for the next one (`kept.ts`), unless it is fleeting: then the answer is
   * false, and it is lost.
   */
  send(stanza: Element): boolean;
  /** Sends an already written answer of an account's archive in that account's name. Only the gate may (prosody/config.ts). */
  sendAsAccount(text: string): boolean;
  whenOnline(): Promise<void>;
  close(): void;
};

const RETRY_FIRST_MS = 20;
const RETRY_MAX_MS = 500;

/** Runs a service as a component of Prosody: it reconnects within a second after Prosody accepts connections again. */
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
    send(stanza) {
      if (closing) return false;
      stanza.attrs['from'] = jid;
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
    sendAsAccount(text) {
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

  /** Handles a stanza. An exception in a handler gives the sender an error, and does not end the stream. */
  function receive(stanza: Element): void {
    try {
      options.onStanza(stanza, component);
    } catch (error) {
      log.warn({ jid, reason: error instanceof Error ? error.name : 'unknown' }, 'a stanza failed');
      const { type, from, id } = stanza.attrs;
      if (stanza.is('iq') && from && (type === 'get' || type === 'set')) component.send(failure(from, id));
    }
  }

  function open(): void {
    stream = connectComponent({
      port: options.port,
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
      stanza: receive,
      drained: sendKept,
      closed(reason) {
        if (online) {
          log.warn({ jid, reason }, 'component offline');
          kept.broken();
        }
        online = false;
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

const failure = (to: string, id: string | undefined): Element =>
  xml(
    'iq',
    { type: 'error', to, id },
    xml('error', { type: 'wait' }, xml('internal-server-error', { xmlns: 'urn:ietf:params:xml:ns:xmpp-stanzas' })),
  );
