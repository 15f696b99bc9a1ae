import { randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import xml, { type Element } from '@xmpp/xml';
import type { RawData, WebSocket } from 'ws';
import { type Acceptance, writeGatePing } from '../../../../contract/chat/acceptance.ts';
import { EMPTY_HEADLINE, isBounce } from '../bounce.ts';
import { FRAMES_BEFORE_LOGIN_MAX } from '../bounds.ts';
import type { EdgeContext } from '../context.ts';
import { streamMemory } from '../memory.ts';
import { paceFrames } from '../pace.ts';
import type { EdgeStream } from '../ports.ts';
import { writeRefusal } from '../refusal.ts';
import { requiredLookups } from '../required-lookups.ts';
import type { Facts, Sender } from '../rules/decision.ts';
import { completePlainMessage } from '../rules/message.ts';
import { decisionOn } from '../rules/rules.ts';
import { CLOSE_FRAME, loginFailure, type PlainLogin, streamError } from '../rules/stream.ts';
import { XmlRefused } from '../xml/builder.ts';
import { parseFrame } from '../xml/frame.ts';
import { onlyXml } from '../xml/writer.ts';
import { type Archived, archiveThenForward, withoutPrivate } from './archive-stanza.ts';
import { watchClientActivity } from './client-activity.ts';
import { orderedLane } from './lane.ts';
import { checkLiveness } from './liveness.ts';
import { streamLogin } from './login.ts';
import { holder, pausableReader } from './pausable-reader.ts';
import { pump } from './pump.ts';
import { CLIENT_NS, streamState } from './state.ts';

/** Maximum number of acceptances stored for the next ping, twice what our client sends between two. The newest replace the oldest. */
const ACCEPTANCES_MAX = 128;
const SHUTDOWN_PATIENCE_MS = 500;
const CLOSE_PATIENCE_MS = 5_000;
const WS_POLICY = 1008;
const WS_RESTART = 1012;
const WS_BAD_GATEWAY = 1014;

/** `address`: the client's IP address. `brief`: the stream belongs to a headless session of a service worker. */
type From = { readonly address: string; readonly brief: boolean };

/** The connection of one client's stream to the XMPP server: a websocket, or a `TcpUpstream` with the same interface. */
export type Upstream = Pick<EventEmitter, 'on' | 'once'> &
  Pick<WebSocket, 'OPEN' | 'protocol' | 'bufferedAmount' | 'pause' | 'resume' | 'terminate'> & {
    readonly readyState: number;
    send(text: string, sent?: () => void): void;
    close(): void;
  };

/** Runs one client's stream from its upgrade to its end: forwards frames between its websocket and the XMPP server, as the rules decide. */
export function runStream(client: WebSocket, server: Upstream, context: EdgeContext, from: From): EdgeStream {
  const { address, brief } = from;
  const { domain, addresses, log, counts, crowd, metrics } = context;
  const id = randomUUID();
  const state = streamState(domain);
  const fromClient = pausableReader(client, receive);
  const fromServer = holder(server);
  const toServer = onlyXml(pump(server, fromClient));
  const lane = orderedLane((text) => toServer(addresses.toHome(text)), fromClient);
  const toClient = pump(client, fromServer);
  const login = streamLogin(context, {
    streamId: id,
    address,
    brief,
    memory: () => memory,
    revoked: () => end('not-authorized'),
  });
  const look = watchClientActivity(context.clock, (active) => {
    if (sender) context.streamLog.activityChanged(id, active);
  });
  const pace = context.isPaced ? paceFrames(fromClient) : () => {};
  const pingOrDrop = checkLiveness(client, onClientClosed);
  const acceptances: Acceptance[] = [];
  let early = 0;
  let sender: Sender | undefined;
  let memory = streamMemory(context.clock);
  let memoryKey: string | undefined;
  let ended = false;
  let isFinal = false;

  // Nothing is read before the upstream connection is open, so nothing has to be buffered.
  fromClient.hold('opening');
  const loginTimer = setTimeout(() => end('connection-timeout'), context.loginTimeoutMs);
  server.once('open', () => fromClient.release('opening'));
  client.on('message', (data: RawData, isBinary: boolean) => {
    if (isBinary) end('policy-violation');
    else fromClient.receive(data.toString());
  });
  server.on('message', (data: RawData) => {
    try {
      const text = data.toString();
      // The edge has already verified the token, so a SASL failure of the XMPP server is temporary, and the client may retry.
      sendText(!sender && text.startsWith('<failure') ? loginFailure('temporary-auth-failure') : text);
    } catch (error) {
      log.warn({ err: error }, 'failed to process a frame of the XMPP server');
      end('internal-server-error');
    }
  });
  client.on('error', (error) => {
    // The frame exceeds the websocket's hard limit. A frame between `XML_MAX_BYTES` and that limit reaches `receive`.
    if ('code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') end('policy-violation');
  });
  server.on('error', (error) =>
    log.warn({ err: error, reason: error.message }, 'connection to the XMPP server failed'),
  );
  // Messages that are being archived are forwarded first, because the client is disconnected and cannot send them again.
  client.on('close', () => lane.whenEmpty(onClientClosed));
  server.on('close', () => finish(() => client.close(server.protocol ? WS_RESTART : WS_BAD_GATEWAY)));

  /** Sends a frame of the XMPP server, or one written here, to the client, and updates the state of the stream by it. */
  function sendText(text: string): void {
    const news = state.fromServer(text);
    if (news.authenticated) loggedIn();
    if (news.resumptionId !== undefined) memoryKey = `${sender?.uid}/${news.resumptionId}`;
    if (news.resumedId !== undefined) {
      memoryKey = `${sender?.uid}/${news.resumedId}`;
      memory = context.memories.find(memoryKey) ?? memory;
    }
    toClient(sender ? forClient(text, sender.jid) : text);
    if (news.loginFailed && login.failed(news.loginFailed)) end('policy-violation');
  }

  const forClient = (text: string, own: string): string =>
    isBounce(text) ? EMPTY_HEADLINE : addresses.fromHome(withoutPrivate(text, own));

  function loggedIn(): void {
    clearTimeout(loginTimer);
    sender = login.accepted();
    if (sender) crowd.onLoggedIn(stream, address, sender.uid);
  }

  function receive(text: string): void {
    if (ended) return;
    counts.frames += 1;
    if (!sender) early += 1;
    look.frame();
    pace();
    try {
      if (early > FRAMES_BEFORE_LOGIN_MAX) throw new XmlRefused('policy-violation', 'no login');
      accept(parseFrame(text));
    } catch (error) {
      if (!(error instanceof XmlRefused)) log.warn({ err: error }, 'failed to process a frame of a client');
      end(error instanceof XmlRefused ? error.condition : 'internal-server-error');
    }
  }

  function accept(element: Element): void {
    const step = state.fromClient(element);
    switch (step.do) {
      case 'forward':
        isFinal ||= step.element.name === 'close';
        lane.now(step.element.toString());
        // Too many stream-level elements have no refusal to send, but count as one.
        if (sender && !sender.withinRate('stream')) restrain(sender);
        return;
      case 'look':
        look.said(step.active);
        if (sender && !sender.withinRate('stream')) restrain(sender);
        return;
      case 'login':
        if (login.begin(step.login)) checkThenLogIn(step.login);
        else sendText(loginFailure('temporary-auth-failure'));
        return;
      case 'fail-login':
        toClient(loginFailure('malformed-request'));
        return;
      case 'end':
        end(step.condition);
        return;
      case 'stanza':
        if (sender) loadFactsThenDecide(element, sender);
    }
  }

  /** Checks the token, then logs in to the XMPP server with a signed pass in its place. An invalid token never reaches the XMPP server. */
  function checkThenLogIn(from: PlainLogin): void {
    fromClient.hold('login');
    login
      .check(from)
      .then((checked) => {
        if (ended) return;
        if ('login' in checked) lane.now(checked.login);
        else sendText(checked.failure);
        fromClient.release('login');
      })
      .catch(() => end('internal-server-error'));
  }

  /**
   * Decides on a stanza of the client. If it needs facts that are not in memory, which is rare, they are loaded first, and the next
   * stanzas wait.
   */
  function loadFactsThenDecide(stanza: Element, from: Sender): void {
    completePlainMessage(stanza);
    const ask = requiredLookups(stanza, from, log);
    if (!ask) {
      decide(stanza, from, {});
      return;
    }
    fromClient.hold('look-up');
    ask()
      .then((facts) => {
        if (!ended) decide(stanza, from, facts);
        fromClient.release('look-up');
      })
      .catch(() => end('internal-server-error'));
  }

  function decide(stanza: Element, from: Sender, facts: Facts): void {
    const decision = decisionOn(stanza, from, facts);
    const isMessage = stanza.is('message');
    if ('forward' in decision) {
      counts.forwarded += 1;
      decision.forward.attrs['xmlns'] = CLIENT_NS;
      if (decision.keep) lane.when(archiveThenForward(decision.forward, decision.keep, from, context).then(atItsTurn));
      else if (decision.isBarrier) lane.now(() => pingOf(decision.forward));
      else {
        if (isMessage) metrics.count('messages', 'passed');
        lane.now(decision.forward.toString());
      }
    } else {
      counts.refused += 1;
      if (isMessage) metrics.count('messages', 'refused');
      metrics.count('refusals', decision.refuse);
      lane.now(writeRefusal(stanza, decision.refuse, domain).toString());
      // A refusal that the sender did not cause is not counted.
      if (decision.refuse !== 'unavailable') restrain(from);
    }
  }

  /** Returns the text of an archived stanza. When it is sent, its acceptance is stored for the next ping. */
  const atItsTurn = ({ text, acceptance }: Archived) => {
    if (!acceptance) return text;
    return () => {
      acceptances.push(acceptance);
      if (acceptances.length > ACCEPTANCES_MAX) acceptances.shift();
      return text;
    };
  };

  /** Returns the text of a ping to the gate with the acceptances of the messages before it. */
  function pingOf(iq: Element): string {
    const { xmlns, type, id, to } = iq.attrs;
    return xml('iq', { xmlns, type, id, to }, writeGatePing(acceptances.splice(0))).toString();
  }

  /**
   * Counts a refusal, or a stream-level element above the rate, against the sender's account and applies the consequence to this stream. By
   * the account's recent refusals it is none, a pause in reading from the client, or the end of the stream.
   */
  function restrain({ uid }: Sender): void {
    const verdict = context.floods.refused(uid);
    if (verdict.do === 'end') end('policy-violation');
    if (verdict.do !== 'pause') return;
    fromClient.hold('flood');
    setTimeout(() => fromClient.release('flood'), verdict.ms).unref();
  }

  /**
   * Closes the upstream without a stream close, so that the XMPP server's stream management retains the session for a resume. The
   * socket is closed gracefully, because the XMPP server could drop unread data after a reset. When the client has sent its stream
   * close, the upstream stays open until the XMPP server has answered it: ejabberd treats a socket that closes earlier as
   * disconnected, and retains the session.
   */
  function onClientClosed(): void {
    finish(() => {
      client.terminate();
      if (!isFinal) server.close();
    });
  }

  /** Ends the stream with a stream error; it cannot be resumed. */
  function end(condition: string): void {
    if (ended) return;
    log.info({ stream: id, condition }, 'stream ended by the edge');
    isFinal = true;
    toClient(streamError(condition));
    toClient(CLOSE_FRAME);
    toServer(CLOSE_FRAME);
    finish(() => {
      client.close(WS_POLICY);
      if (server.readyState === server.OPEN) server.close();
      else server.terminate();
    });
  }

  function finish(closeSockets: () => void, patienceMs = CLOSE_PATIENCE_MS): void {
    if (ended) return;
    ended = true;
    clearTimeout(loginTimer);
    login.stop();
    lane.stop();
    if (memoryKey !== undefined) context.memories.keep(memoryKey, memory);
    if (sender) context.streamLog.closed(id, isFinal);
    fromClient.stop();
    fromServer.stop();
    crowd.onClosed(stream, address, sender?.uid);
    closeSockets();
    // A client that does not answer the closing handshake must not delay the release of its socket or the end of the process.
    setTimeout(() => {
      client.terminate();
      server.terminate();
    }, patienceMs).unref();
  }

  const stream: EdgeStream = {
    id,
    end,
    checkLiveness: pingOrDrop,
    checkActivity: look.check,
    shutdown: () =>
      finish(() => {
        client.close(WS_RESTART);
        server.terminate();
      }, SHUTDOWN_PATIENCE_MS),
  };
  crowd.onOpened(stream, address);
  return stream;
}
