import { setTimeout as wait } from 'node:timers/promises';
import xml, { type Element } from '@xmpp/xml';
import { CHAT_LOGIN_TIMEOUT_MS, RECONNECT_FIRST_CHECK_MS } from '../../../contract/chat/rules.ts';
import { authenticate, openRaw, type RawClient } from '../raw-client.ts';
import { DOMAIN } from '../servers/xmpp-server.ts';

const SM = 'urn:xmpp:sm:3';
const BIND = 'urn:ietf:params:xml:ns:xmpp-bind';
const REDIAL_MS = 250;
const REDIAL_JITTER_MS = 150;
/** Requests an acknowledgement (XEP-0198) after this many stanzas. */
const ASK_EVERY = 4;
const STANZAS: ReadonlySet<string> = new Set(['message', 'iq', 'presence']);

export type SteadyPerson = { readonly id: number; readonly token: string };
export type SteadyStream = {
  isUp(): boolean;
  /** Sends a stanza; it is sent again after each resumption until it is acknowledged. */
  send(text: string): void;
  leave(): void;
};
export type Hears = {
  /** A stream is up. If it was not resumed, unacknowledged stanzas are dropped. */
  up(isResumed: boolean): void;
  down(): void;
  stanza(stanza: Element): void;
};

/**
 * Keeps a user's raw stream up until `leave`, as the core does: after each break it reconnects in half a second, then every 250 to 400 ms.
 * It resumes the last session if possible, and acknowledges what it receives.
 */
export async function holdStream(url: string, { id, token }: SteadyPerson, hears: Hears): Promise<SteadyStream> {
  const login = { user: `u_${id}`, token, domain: DOMAIN };
  // Each user gets an address of their own.
  const headers = { 'x-forwarded-for': `198.18.${Math.floor(id / 256) % 256}.${id % 256}` };
  let uncounted: string[] = [];
  let [count, inbound, resumption] = [0, 0, ''];
  let client: RawClient | undefined;
  let isUp = false;
  let isLeft = false;

  function send(text: string): void {
    uncounted.push(text);
    if (!isUp) return;
    client?.send(text);
    if (uncounted.length % ASK_EVERY === 0) client?.send(`<r xmlns='${SM}'/>`);
  }
  function countTo(h: number): void {
    uncounted.splice(0, h - count);
    count = h;
  }
  function take(frame: Element): void {
    if (frame.is('r', SM)) client?.send(`<a xmlns='${SM}' h='${inbound}'/>`);
    else if (frame.is('a', SM)) countTo(Number(frame.attrs['h']));
    else if (STANZAS.has(frame.name)) {
      inbound += 1;
      hears.stanza(frame);
    }
  }

  /** Returns whether the former session was resumed. */
  async function begin(fresh: RawClient): Promise<boolean> {
    const outcome = await authenticate(fresh, login);
    if (outcome.name !== 'success') throw new Error(`${outcome}`);
    if (resumption !== '') {
      fresh.send(`<resume xmlns='${SM}' previd='${resumption}' h='${inbound}'/>`);
      const answer = await fresh.take('the resumption', ({ name }) => name === 'resumed' || name === 'failed');
      if (answer.name === 'resumed') {
        countTo(Number(answer.attrs['h']));
        return true;
      }
    }
    fresh.send(xml('iq', { xmlns: 'jabber:client', type: 'set', id: 'bind' }, xml('bind', { xmlns: BIND })));
    await fresh.take('the bound resource', ({ attrs }) => attrs['id'] === 'bind');
    fresh.send(`<enable xmlns='${SM}' resume='true'/>`);
    const enabled = await fresh.take('stream management', ({ name }) => name === 'enabled');
    resumption = enabled.attrs['id'] ?? '';
    [count, inbound, uncounted] = [0, 0, []];
    return false;
  }

  async function connect(): Promise<void> {
    const fresh = await openRaw(`${url.replace('http', 'ws')}/xmpp-websocket`, url, headers);
    const timer = setTimeout(() => fresh.cut(), CHAT_LOGIN_TIMEOUT_MS);
    const gone = fresh.ended.then((code) => Promise.reject(new Error(`closed: ${code}`)));
    gone.catch(() => undefined);
    const began = begin(fresh);
    began.catch(() => undefined);
    const isResumed = await Promise.race([began, gone]).finally(() => clearTimeout(timer));
    [client, isUp] = [fresh, true];
    if (!isResumed) send("<presence xmlns='jabber:client'/>");
    else for (const text of uncounted) fresh.send(text);
    fresh.hear(take);
    hears.up(isResumed);
  }

  async function dial(): Promise<void> {
    while (!isLeft) {
      try {
        return await connect();
      } catch {
        await wait(REDIAL_MS + Math.random() * REDIAL_JITTER_MS);
      }
    }
  }
  async function hold(): Promise<void> {
    while (!isLeft) {
      await client?.ended;
      isUp = false;
      hears.down();
      if (isLeft) return;
      await wait(RECONNECT_FIRST_CHECK_MS);
      await dial();
    }
  }

  await dial();
  void hold();
  return {
    isUp: () => isUp,
    send,
    leave() {
      isLeft = true;
      client?.cut();
    },
  };
}
