import { randomUUID } from 'node:crypto';
import type { Element } from '@xmpp/xml';
import type { RawData, WebSocket } from 'ws';
import { jidOfUid } from '../../contract/jid.ts';
import type { EdgeContext } from './context.ts';
import { streamMemory } from './memory.ts';
import { pump } from './pump.ts';
import { writeRefusal } from './refusal.ts';
import type { Decision, Sender } from './rules/decision.ts';
import { decideIq } from './rules/iq.ts';
import { addresseeOf, decideMessage } from './rules/message.ts';
import { decidePresence } from './rules/presence.ts';
import { FRAMING_NS, type PlainLogin, SASL_NS } from './rules/stream.ts';
import { CLIENT_NS, streamState } from './state.ts';
import { XmlRefused } from './xml/builder.ts';
import { parseFrame } from './xml/frame.ts';
import { onlyXml } from './xml/writer.ts';

export type EdgeStream = { readonly id: string; shutdown(): void };

const CLOSE_FRAME = `<close xmlns='${FRAMING_NS}'/>`;
const SHUTDOWN_PATIENCE_MS = 500;
const WS_POLICY = 1008;
const WS_RESTART = 1012;
const WS_BAD_GATEWAY = 1014;
/** Frames that wait for a look-up before the client is held back. */
const MAX_WAITING = 32;

/** One client's stream: its socket on one side, the XMPP server's on the other, the rules between. */
export function runStream(client: WebSocket, server: WebSocket, context: EdgeContext, done: () => void): EdgeStream {
  const { domain, log, counts } = context;
  const id = randomUUID();
  const state = streamState(domain);
  const toServer = onlyXml(pump(server, client));
  const toClient = pump(client, server);
  const waiting: string[] = [];
  let lookingUp = false;
  let sender: Sender | undefined;
  let login: PlainLogin | undefined;
  let memory = streamMemory(context.clock);
  let memoryKey: string | undefined;
  let unwatch = () => {};
  let ended = false;
  let farewell = false;

  // Nothing is read before the server side is open, so nothing has to be kept.
  client.pause();
  const loginTimer = setTimeout(() => end('connection-timeout'), context.loginTimeoutMs);
  server.once('open', () => client.resume());
  client.on('message', (data: RawData, isBinary: boolean) => {
    if (isBinary) end('policy-violation');
    else receive(data.toString());
  });
  server.on('message', (data: RawData) => {
    const text = data.toString();
    const news = state.fromServer(text);
    if (news.authenticated && login) authenticated(login);
    if (news.resumptionId !== undefined) memoryKey = `${sender?.uid}/${news.resumptionId}`;
    if (news.resumedId !== undefined) {
      memoryKey = `${sender?.uid}/${news.resumedId}`;
      memory = context.memories.find(memoryKey) ?? memory;
    }
    toClient(text);
  });
  client.on('error', (error) => {
    // Larger than the hard limit of the websocket itself; what is a little too large reaches `receive`.
    if ('code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') end('policy-violation');
  });
  server.on('error', (error) => log.warn({ reason: error.message }, 'xmpp server unreachable'));
  // Without a stream close: the server's stream management keeps the session for a resume.
  client.on('close', () => finish(() => server.terminate()));
  server.on('close', () => finish(() => client.close(server.protocol ? WS_RESTART : WS_BAD_GATEWAY)));

  function receive(text: string): void {
    if (ended) return;
    if (lookingUp) {
      waiting.push(text);
      if (waiting.length >= MAX_WAITING) client.pause();
      return;
    }
    counts.frames += 1;
    try {
      accept(parseFrame(text));
    } catch (error) {
      if (!(error instanceof XmlRefused)) log.warn({ reason: 'rule failed' }, 'edge');
      end(error instanceof XmlRefused ? error.condition : 'internal-server-error');
    }
  }

  function accept(element: Element): void {
    const step = state.fromClient(element);
    switch (step.do) {
      case 'forward':
        farewell ||= step.element.name === 'close';
        toServer(step.element.toString());
        return;
      case 'login':
        startLogin(step.login);
        return;
      case 'fail-login':
        toClient(`<failure xmlns='${SASL_NS}'><malformed-request/></failure>`);
        return;
      case 'end':
        end(step.condition);
        return;
      case 'stanza':
        if (sender) lookUpThen(element, sender);
    }
  }

  function startLogin(next: PlainLogin): void {
    login = next;
    unwatch();
    // Before the server checks the token: a revocation in between must not be missed.
    unwatch = context.revocations.watch(context.hashToken(next.token), () => end('not-authorized'));
    toServer(next.forward.toString());
  }

  function authenticated({ uid }: PlainLogin): void {
    clearTimeout(loginTimer);
    login = undefined;
    sender = {
      domain,
      stream: id,
      uid,
      jid: jidOfUid(uid, domain),
      policies: context.policies,
      get memory() {
        return memory;
      },
      clock: context.clock,
      withinRate: (rateClass) => context.withinRate(uid, rateClass),
      sensitiveBits: context.sensitiveBits,
    };
    context.streamLog.opened(id, uid);
    counts.authenticated += 1;
  }

  /** Loads what the rules need to know of the two people, in the rare case that it is not in memory. */
  function lookUpThen(stanza: Element, from: Sender): void {
    const missing = stanza.is('message') ? unknownOf(stanza, from) : [];
    if (missing.length === 0) {
      decide(stanza, from);
      return;
    }
    lookingUp = true;
    Promise.all(missing.map((uid) => context.policies.load(uid)))
      .catch((error: unknown) => log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'no policy'))
      .then(() => {
        lookingUp = false;
        if (!ended) decide(stanza, from);
        const late = waiting.splice(0);
        for (const text of late) receive(text);
        if (!lookingUp && !ended) client.resume();
      })
      .catch(() => end('internal-server-error'));
  }

  function unknownOf(stanza: Element, from: Sender): number[] {
    const addressee = addresseeOf(stanza.attrs['to'], domain);
    const uids = addressee && 'uid' in addressee ? [from.uid, addressee.uid] : [from.uid];
    return uids.filter((uid) => !context.policies.get(uid));
  }

  function decide(stanza: Element, from: Sender): void {
    const decision = decisionOn(stanza, from);
    if ('forward' in decision) {
      counts.forwarded += 1;
      decision.forward.attrs['xmlns'] = CLIENT_NS;
      toServer(decision.forward.toString());
    } else {
      counts.refused += 1;
      toServer(writeRefusal(stanza, decision.refuse, domain).toString());
    }
  }

  /** Ends the session itself, so that it cannot be resumed: a stream error to the client, a close to the server. */
  function end(condition: string): void {
    if (ended) return;
    log.info({ stream: id, condition }, 'stream ended by the edge');
    farewell = true;
    toClient(
      `<stream:error xmlns:stream='http://etherx.jabber.org/streams'><${condition} xmlns='urn:ietf:params:xml:ns:xmpp-streams'/></stream:error>`,
    );
    toClient(CLOSE_FRAME);
    toServer(CLOSE_FRAME);
    finish(() => {
      client.close(WS_POLICY);
      if (server.readyState === server.OPEN) server.close();
      else server.terminate();
    });
  }

  function finish(closeSockets: () => void): void {
    if (ended) return;
    ended = true;
    clearTimeout(loginTimer);
    unwatch();
    waiting.length = 0;
    if (memoryKey !== undefined) context.memories.keep(memoryKey, memory);
    if (sender) context.streamLog.closed(id, farewell);
    // A held-back socket would never see its own closing handshake.
    client.resume();
    server.resume();
    closeSockets();
    done();
  }

  return {
    id,
    shutdown: () =>
      finish(() => {
        client.close(WS_RESTART);
        server.terminate();
        // Somebody who does not answer the goodbye must not hold up the end of the process.
        setTimeout(() => client.terminate(), SHUTDOWN_PATIENCE_MS).unref();
      }),
  };
}

function decisionOn(stanza: Element, sender: Sender): Decision {
  if (stanza.is('message')) return decideMessage(stanza, sender);
  return stanza.is('iq') ? decideIq(stanza, sender) : decidePresence(stanza, sender);
}
