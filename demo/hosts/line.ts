import { randomUUID } from 'node:crypto';
import xml, { type Element } from '@xmpp/xml';
import { REQUEST_TIMEOUT_MS } from '../../contract/api/rules.ts';
import {
  type HubAction,
  type HubRefusal,
  type HubRequest,
  type HubRequestData,
  type HubResponseData,
  readAnswer,
  readRefusal,
  writeRequest,
} from '../../contract/calls/hub.ts';
import { jidOfService } from '../../contract/jid.ts';
import { DEMO_HOST_RECONNECT_FIRST_MS, DEMO_HOST_RECONNECT_MAX_MS } from '../accounts/rules.ts';
import { between, type Chance } from './chance.ts';
import { openStream, type Stream } from './stream.ts';

/** Outcome of a request to the hub: its answer, or a refusal. `lost`: not connected, no response in time, or an unreadable one. */
export type HubReply<A extends HubAction> =
  | { readonly ok: true; readonly value: HubResponseData<A> }
  | { readonly ok: false; readonly refusal: HubRefusal | 'lost' };

/**
 * The connection of one simulated host to the server. `send` drops stanzas while it is offline; `ask` sends a request to the hub and
 * resolves with its outcome.
 */
export type HostConnection = {
  send(stanza: Element): void;
  ask<A extends HubAction>(name: A, sid: string, data: HubRequestData<A>): Promise<HubReply<A>>;
  end(): void;
};
/** Address, account and callbacks of a connection. */
export type ConnectionOptions = {
  /** WebSocket URL of the edge. */
  readonly url: string;
  readonly domain: string;
  readonly uid: number;
  readonly chance: Chance;
  /** Requests a new token; called again when the server refuses the previous one. */
  token(): Promise<string>;
  /** Called each time the stream is open; `jid` is the full JID. */
  online(jid: string): void;
  /** Called each time the stream is lost; a reconnect follows. */
  offline(): void;
  /** Receives every stanza except responses to `ask`. */
  stanza(stanza: Element): void;
};

/** Opens the connection of one simulated host and reconnects with exponential backoff until `end`. */
export function openConnection(options: ConnectionOptions): HostConnection {
  const { url, domain, uid, chance } = options;
  const hub = jidOfService('hub', domain);
  const waiting = new Map<string, (reply: Element | undefined) => void>();
  let stream: Stream | undefined;
  let token: string | undefined;
  let delay = DEMO_HOST_RECONNECT_FIRST_MS;
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  async function connect(): Promise<void> {
    try {
      token ??= await options.token();
    } catch {
      again();
      return;
    }
    if (ended) return;
    stream = openStream(
      url,
      { uid, token, domain },
      {
        online(jid) {
          delay = DEMO_HOST_RECONNECT_FIRST_MS;
          options.online(jid);
        },
        stanza: take,
        closed(why) {
          stream = undefined;
          if (why === 'refused') token = undefined;
          for (const settle of [...waiting.values()]) settle(undefined);
          options.offline();
          again();
        },
      },
    );
  }

  function again(): void {
    if (ended) return;
    timer = setTimeout(connect, between(chance, [delay / 2, delay]));
    delay = Math.min(DEMO_HOST_RECONNECT_MAX_MS, delay * 2);
  }

  function take(stanza: Element): void {
    const { id = '', type, from } = stanza.attrs;
    const isReply = stanza.is('iq') && (type === 'result' || type === 'error');
    // Accept answers from the hub only: another user could send a stanza with the same id.
    if (isReply && from === hub) waiting.get(id)?.(stanza);
    else if (!isReply) options.stanza(stanza);
  }

  void connect();
  return {
    send: (stanza) => stream?.send(stanza),
    async ask(name, sid, data) {
      if (!stream) return { ok: false, refusal: 'lost' };
      const id = randomUUID();
      const reply = new Promise<Element | undefined>((resolve) => {
        const settle = (stanza: Element | undefined) => {
          clearTimeout(patience);
          waiting.delete(id);
          resolve(stanza);
        };
        const patience = setTimeout(() => settle(undefined), REQUEST_TIMEOUT_MS);
        waiting.set(id, settle);
      });
      const request = { name, sid, data } as HubRequest;
      stream.send(xml('iq', { type: 'set', id, to: hub }, writeRequest(request)));
      const stanza = await reply;
      const value = stanza?.attrs['type'] === 'result' ? readAnswer(name, stanza) : undefined;
      if (value !== undefined) return { ok: true, value };
      return { ok: false, refusal: (stanza && readRefusal(stanza)) ?? 'lost' };
    },
    end() {
      ended = true;
      clearTimeout(timer);
      stream?.end();
      for (const settle of [...waiting.values()]) settle(undefined);
    },
  };
}
