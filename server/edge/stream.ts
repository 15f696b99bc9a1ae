import { randomUUID } from 'node:crypto';
import type { Element } from '@xmpp/xml';
import type { RawData, WebSocket } from 'ws';
import type { EdgeContext } from './context.ts';
import { holder, intake } from './hold.ts';
import { keepThenForward, withOwnIds } from './keep.ts';
import { orderedLane } from './lane.ts';
import { streamLogin } from './login.ts';
import { lookUp, unknownOf } from './look-up.ts';
import { streamMemory } from './memory.ts';
import { pump } from './pump.ts';
import { writeRefusal } from './refusal.ts';
import type { Decision, Sender } from './rules/decision.ts';
import { decideIq } from './rules/iq.ts';
import { decideMessage } from './rules/message.ts';
import { decidePresence } from './rules/presence.ts';
import { FRAMING_NS, SASL_NS } from './rules/stream.ts';
import { CLIENT_NS, streamState } from './state.ts';
import { XmlRefused } from './xml/builder.ts';
import { parseFrame } from './xml/frame.ts';

export type EdgeStream = { readonly id: string; shutdown(): void };

const CLOSE_FRAME = `<close xmlns='${FRAMING_NS}'/>`;
const SHUTDOWN_PATIENCE_MS = 500;
const WS_POLICY = 1008;
const WS_RESTART = 1012;
const WS_BAD_GATEWAY = 1014;

/** One client's stream: its socket on one side, the XMPP server's on the other, the rules between. */
export function runStream(client: WebSocket, server: WebSocket, context: EdgeContext, done: () => void): EdgeStream {
  const { domain, log, counts } = context;
  const id = randomUUID();
  const state = streamState(domain);
  const fromClient = intake(client, receive);
  const fromServer = holder(server);
  const toServer = pump(server, fromClient);
  const lane = orderedLane(toServer, fromClient);
  const toClient = pump(client, fromServer);
  const login = streamLogin(context, { streamId: id, memory: () => memory, revoked: () => end('not-authorized') });
  let sender: Sender | undefined;
  let memory = streamMemory(context.clock);
  let memoryKey: string | undefined;
  let ended = false;
  let farewell = false;

  // Nothing is read before the server side is open, so nothing has to be kept.
  fromClient.hold('opening');
  const loginTimer = setTimeout(() => end('connection-timeout'), context.loginTimeoutMs);
  server.once('open', () => fromClient.release('opening'));
  client.on('message', (data: RawData, isBinary: boolean) => {
    if (isBinary) end('policy-violation');
    else fromClient.receive(data.toString());
  });
  server.on('message', (data: RawData) => {
    const text = data.toString();
    const news = state.fromServer(text);
    if (news.authenticated) {
      clearTimeout(loginTimer);
      sender = login.accepted();
    }
    if (news.resumptionId !== undefined) memoryKey = `${sender?.uid}/${news.resumptionId}`;
    if (news.resumedId !== undefined) {
      memoryKey = `${sender?.uid}/${news.resumedId}`;
      memory = context.memories.find(memoryKey) ?? memory;
    }
    toClient(sender ? withOwnIds(text, sender.jid) : text);
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
        lane.now(step.element.toString());
        return;
      case 'login':
        login.ask(step.login);
        lane.now(step.login.forward.toString());
        return;
      case 'fail-login':
        toClient(`<failure xmlns='${SASL_NS}'><malformed-request/></failure>`);
        return;
      case 'end':
        end(step.condition);
        return;
      case 'stanza':
        if (sender) knowThenDecide(element, sender);
    }
  }

  /** Loads what the rules need to know of the two people, in the rare case that it is not in memory. */
  function knowThenDecide(stanza: Element, from: Sender): void {
    const missing = unknownOf(stanza, from);
    if (missing.length === 0) {
      decide(stanza, from);
      return;
    }
    fromClient.hold('look-up');
    lookUp(missing, context)
      .then(() => {
        if (!ended) decide(stanza, from);
        fromClient.release('look-up');
      })
      .catch(() => end('internal-server-error'));
  }

  function decide(stanza: Element, from: Sender): void {
    const decision = decisionOn(stanza, from);
    if ('forward' in decision) {
      counts.forwarded += 1;
      decision.forward.attrs['xmlns'] = CLIENT_NS;
      if (decision.keep) lane.when(keepThenForward(decision.forward, decision.keep, from, context));
      else lane.now(decision.forward.toString());
    } else {
      counts.refused += 1;
      lane.now(writeRefusal(stanza, decision.refuse, domain).toString());
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
    login.stop();
    lane.stop();
    if (memoryKey !== undefined) context.memories.keep(memoryKey, memory);
    if (sender) context.streamLog.closed(id, farewell);
    fromClient.stop();
    fromServer.stop();
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
