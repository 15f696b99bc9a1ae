import type { Element } from '@xmpp/xml';
import type { Logger } from '../prosody/supervisor.ts';
import { connectComponent } from './connection.ts';

export type ComponentOptions = {
  readonly jid: string;
  readonly port: number;
  readonly secret: string;
  readonly log: Logger;
  onStanza(stanza: Element, component: Component): void;
  /** Each time that its stream is up. */
  onOnline?(): void;
};

export type Component = {
  readonly jid: string;
  /**
   * Sends in the component's own name: a foreign `from` makes Prosody end the whole stream (trap 7), so it is set here
   * and nowhere else. False when there is no stream at the moment; nothing is kept for later.
   */
  send(stanza: Element): boolean;
  /** Sends what somebody's archive answers, written already, in that account's name. Only the gate may (prosody/config.ts). */
  sendAsAccount(text: string): boolean;
  whenOnline(): Promise<void>;
  close(): void;
};

const RETRY_FIRST_MS = 50;
const RETRY_MAX_MS = 500;

/** A service that keeps its place at Prosody: connects again, within a second of Prosody serving again. */
export function startComponent(options: ComponentOptions): Component {
  const { jid, log } = options;
  let stream: ReturnType<typeof connectComponent> | undefined;
  let online = false;
  let closing = false;
  let delay = RETRY_FIRST_MS;
  let retry: NodeJS.Timeout | undefined;
  let waiting: (() => void)[] = [];

  const component: Component = {
    jid,
    send(stanza) {
      if (!online || !stream) return false;
      stanza.attrs['from'] = jid;
      delete stanza.attrs['xmlns'];
      stream.write(stanza.toString());
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
      clearTimeout(retry);
      stream?.end();
    },
  };

  function open(): void {
    stream = connectComponent({
      port: options.port,
      jid,
      secret: options.secret,
      online() {
        online = true;
        delay = RETRY_FIRST_MS;
        log.info({ jid }, 'component online');
        for (const resolve of waiting) resolve();
        waiting = [];
        options.onOnline?.();
      },
      stanza: (stanza) => options.onStanza(stanza, component),
      closed(reason) {
        if (online) log.warn({ jid, reason }, 'component offline');
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
