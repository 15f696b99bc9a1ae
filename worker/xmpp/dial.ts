import { client, type XmppClient } from '@xmpp/client';
import type { Element } from '@xmpp/xml';
import { CHAT_LOGIN_TIMEOUT_MS } from '#contract/chat/rules.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { delay } from '../delay.ts';
import { readWhileOpen } from './read-while-open.ts';
import { countStanzas, type StanzaCount } from './sm-count.ts';
import { writeWhileOpen } from './write-while-open.ts';

const SM_NS = 'urn:xmpp:sm:3';
/** Pause before another socket within one attempt, ms, so that a restarted server is reached soon. */
const REDIAL_MS = 250;
const REDIAL_JITTER_MS = 150;
/** Connection failures, as opposed to refusals by the server: another socket is tried within the same attempt. */
const BROKEN: ReadonlySet<DialFailure> = new Set<DialFailure>(['conn-fail', 'attach-fail']);
const REFUSED_CREDENTIALS = new Set(['not-authorized', 'account-disabled', 'credentials-expired', 'invalid-authzid']);

/**
 * Reason of a failed connection attempt (product 8.3). `auth-fail`: the server refused the token. `error`: another refusal by the server.
 * `conn-fail`: no stream came up on the socket. `attach-fail`: the socket was lost during the login. `conn-timeout`: the server did
 * not answer in time.
 */
export type DialFailure = 'auth-fail' | 'error' | 'conn-fail' | 'conn-timeout' | 'attach-fail';

/**
 * The data with which a later worker resumes a stream (XEP-0198): its stream management id, the number of stanzas received on it, and its
 * full JID. Sent stanzas are not part of it.
 */
export type ResumableStream = { readonly id: string; readonly inbound: number; readonly jid: string };

/** Server, credentials and resumable stream of a connection attempt. `service`: WebSocket URL. */
export type DialOptions = {
  readonly service: string;
  readonly domain: string;
  readonly username: string;
  readonly password: string;
  readonly resume: ResumableStream | undefined;
};

/** A stream that is up and accepts stanzas. */
export type Stream = {
  readonly jid: string;
  /** True when the previous stream was resumed, so that no stanza was lost. */
  readonly resumed: boolean;
  /** Stream management id; empty when the server did not enable it. */
  readonly smId: string;
  readonly count: StanzaCount;
  send(...stanzas: Element[]): void;
  onStanza(listener: (stanza: Element) => void): void;
  onLost(listener: (why: 'disconnected' | 'error') => void): void;
  /** `leave` closes the stream; `drop` closes only the socket, so that the server keeps the session for a resume. */
  end(how: 'leave' | 'drop'): void;
};

/**
 * Connects to the chat server and authenticates, in one attempt of at most CHAT_LOGIN_TIMEOUT_MS (product 9.2): after a connection failure
 * it opens another socket. Never throws. `signal` aborts it, which returns `conn-fail`.
 */
export async function dial(options: DialOptions, signal: AbortSignal): Promise<Result<Stream, DialFailure>> {
  const deadline = Date.now() + CHAT_LOGIN_TIMEOUT_MS;
  for (;;) {
    const result = await tryOnce(options, deadline - Date.now(), signal);
    const again = !result.ok && BROKEN.has(result.error) && !signal.aborted;
    const pause = REDIAL_MS + Math.random() * REDIAL_JITTER_MS;
    if (!again || Date.now() + pause >= deadline) return result;
    await delay(pause);
    // Aborted, or suspended past the deadline: no further socket.
    if (signal.aborted || Date.now() >= deadline) return result;
  }
}

function tryOnce(options: DialOptions, ms: number, signal: AbortSignal): Promise<Result<Stream, DialFailure>> {
  const { service, domain, username, password, resume } = options;
  const xmpp = client({ service, domain, username, password, timeout: ms });
  xmpp.reconnect.stop();
  readWhileOpen(xmpp);
  const count = countStanzas(xmpp, resume?.inbound ?? 0);
  // Stanzas are buffered until there is a listener: the server replays its queue right after `<resumed/>`.
  const early: Element[] = [];
  let earlyLoss: 'disconnected' | 'error' | undefined;
  let onStanza = (stanza: Element): void => void early.push(stanza);
  let onLost = (why: 'disconnected' | 'error'): void => {
    earlyLoss ??= why;
  };
  let counting = false;
  let opened = false;
  let settled = false;

  if (resume) {
    xmpp.streamManagement.id = resume.id;
    xmpp._jid(resume.jid);
  }
  return new Promise((resolve) => {
    const settle = (result: Result<Stream, DialFailure>) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      if (!result.ok) drop(xmpp);
      resolve(result);
    };
    const abort = () => settle(fail('conn-fail'));
    const timer = setTimeout(() => settle(fail('conn-timeout')), ms);
    signal.addEventListener('abort', abort);

    xmpp.prependListener('element', (element) => {
      if (element.is('resumed', SM_NS)) {
        xmpp.streamManagement.outbound = Number(element.attrs['h']);
        counting = true;
      }
      if (!element.is('enabled', SM_NS) && !isSmFailure(element, xmpp)) return;
      count.reset();
      counting = true;
      // The library completes its own handling after this event. A stanza sent before that would not be counted.
      queueMicrotask(() => settle(ok(stream(false, element.attrs['id'] ?? ''))));
    });
    xmpp.streamManagement.on('resumed', () => queueMicrotask(() => settle(ok(stream(true, resume?.id ?? '')))));
    xmpp.on('stanza', (stanza) => {
      if (counting) onStanza(stanza);
    });
    xmpp.on('nonza', (element) => {
      opened ||= element.is('features');
    });
    xmpp.on('error', (error) => {
      if (!settled) settle(fail(failureOf(error, opened)));
      else if (error.name === 'StreamError') onLost('error');
    });
    xmpp.on('connect', () => {
      if (xmpp.socket) writeWhileOpen(xmpp.socket);
    });
    xmpp.on('disconnect', () => {
      if (settled) onLost('disconnected');
      else settle(fail(opened ? 'attach-fail' : 'conn-fail'));
    });
    xmpp.start().catch((error: Error) => settle(fail(failureOf(error, opened))));
  });

  function stream(resumed: boolean, smId: string): Stream {
    return {
      jid: xmpp.jid?.toString() ?? '',
      resumed,
      smId,
      count,
      send(...stanzas) {
        // Stanzas sent while not online are lost (trap 3). The outbox sends them again on the next stream.
        if (xmpp.status === 'online') xmpp.sendMany(stanzas).catch(() => onLost('disconnected'));
      },
      onStanza(listener) {
        onStanza = listener;
        for (const stanza of early.splice(0)) listener(stanza);
      },
      onLost(listener) {
        onLost = listener;
        if (earlyLoss) listener(earlyLoss);
      },
      end(how) {
        onStanza = () => {};
        onLost = () => {};
        if (how === 'leave') xmpp.stop().catch(() => {});
        else drop(xmpp);
      },
    };
  }
}

/**
 * Returns whether this is the refusal to enable stream management, without which the stream is up. A `<failed/>` before the status `online`
 * refuses a resume, after which the login continues.
 */
function isSmFailure(element: Element, xmpp: XmppClient): boolean {
  return element.is('failed', SM_NS) && xmpp.status === 'online';
}

function failureOf(error: Error & { condition?: string }, opened: boolean): DialFailure {
  if (error.name === 'SASLError') return REFUSED_CREDENTIALS.has(error.condition ?? '') ? 'auth-fail' : 'error';
  if (error.name === 'StreamError') return 'error';
  if (error.name === 'TimeoutError') return 'conn-timeout';
  return opened ? 'attach-fail' : 'conn-fail';
}

/** Closes the socket without closing the stream: the server keeps the session for the next worker or attempt. */
function drop(xmpp: XmppClient): void {
  xmpp.streamManagement.timeout = 0;
  const { socket } = xmpp;
  xmpp.removeAllListeners();
  xmpp.on('error', () => {});
  try {
    socket?.end();
  } catch {
    // The socket was never open.
  }
}
