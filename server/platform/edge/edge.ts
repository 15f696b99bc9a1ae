import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { type ServerOptions, WebSocket, WebSocketServer } from 'ws';
import { CHAT_LOGIN_TIMEOUT_MS } from '../../../contract/chat/rules.ts';
import { XML_MAX_BYTES } from '../../../contract/xml/rules.ts';
import type { Clock } from '../clock.ts';
import { dismiss } from '../http/dismiss.ts';
import { releaseSocket } from '../http/sockets.ts';
import { limitRates, type RateLimits } from '../limits/rates.ts';
import type { Logger } from '../log/logger.ts';
import { type Metrics, noMetrics } from '../metrics/metrics.ts';
import { EDGE_LOOK_EVERY_MS, EDGE_PING_INTERVAL_MS, STREAMS_MOVED_AT_ONCE, STREAMS_MOVED_EVERY_MS } from './bounds.ts';
import type { EdgeContext, EdgeCounts } from './context.ts';
import { streamCrowd } from './crowd.ts';
import { restrainFloods } from './floods.ts';
import { homeAddresses } from './home.ts';
import { streamMemories } from './memory.ts';
import { isOriginAllowed } from './origin.ts';
import { rememberPairs } from './pairs.ts';
import { rememberPolicies } from './policies.ts';
import type { EdgePorts, StreamLog } from './ports.ts';
import { runStream } from './stream.ts';
import { TcpUpstream } from './tcp-upstream.ts';
import { readSensitiveBits, type WordList } from './words.ts';
import { limitLogins } from './wrong-logins.ts';

export type EdgeOptions = EdgePorts & {
  readonly httpServer: Server;
  /** Returns where the XMPP server takes streams, `ws://…` or `xmpp://host:port`; called for each connection. */
  readonly upstreamUrl: () => string;
  readonly domain: string;
  /** Of this process at the XMPP server: what is for a service goes there (home.ts). */
  readonly home: string;
  /** Signs what the XMPP server takes in place of a token. */
  readonly signPass: (uid: number) => Promise<string>;
  readonly allowedOrigins: readonly string[];
  /** Further host names of this server: see server/platform/http/hosts.ts. */
  readonly allowedHosts?: readonly string[];
  /** Allows programs that are not browsers, such as bots and tests. Default false. */
  readonly allowMissingOrigin?: boolean;
  /** Returns the address of a request's sender; default: the remote address of the socket. */
  readonly addressOf?: (request: IncomingMessage) => string;
  readonly streamLog: StreamLog;
  /** False for benchmarks: no limit of rates, floods and wrong logins. */
  readonly rateLimits: RateLimits | false;
  readonly words: WordList;
  readonly log: Logger;
  readonly clock: Clock;
  readonly metrics?: Metrics;
  readonly loginTimeoutMs?: number;
  readonly pingIntervalMs?: number;
  /** Default `STRANGE_STREAMS_MAX`. */
  readonly strangeStreamsMax?: number;
};

const EDGE_PATH = '/xmpp-websocket';
const SUBPROTOCOL = 'xmpp';
/** How long to wait for a client's closing handshake. */
const CLOSE_TIMEOUT_MS = 5_000;
/** Above our own bound a frame gets a stream error; above this one it is not read. */
const HARD_MAX_BYTES = XML_MAX_BYTES * 4;
/** Prosody's frames are trusted, but bounded. */
const UPSTREAM_MAX_BYTES = 1_048_576;

export type Edge = {
  counts(): EdgeCounts;
  /**
   * Refuses new streams, and closes the others a few at a time, or all their people would come to the next process in one moment.
   * No stream is ended as XMPP ends one: without `<close/>` the XMPP server keeps it for a resume (RFC 7395 3.6, XEP-0198 5), and
   * the code 1012 (service restart) tells the client to connect again at once.
   */
  drain(): Promise<void>;
  close(): Promise<void>;
  /** Who has a stream here, by uid. */
  readonly accounts: ReadonlyMap<number, unknown>;
};

/** Attaches the edge to `/xmpp-websocket` of an HTTP server (RFC 7395). */
export function attachEdge(options: EdgeOptions): Edge {
  const { httpServer, log, clock } = options;
  const counts: EdgeCounts = { open: 0, authenticated: 0, frames: 0, forwarded: 0, refused: 0 };
  const policies = rememberPolicies(options.policy, clock);
  const isLimited = options.rateLimits !== false;
  const crowd = streamCrowd(clock, options.strangeStreamsMax);
  let draining = false;
  const context: EdgeContext = {
    domain: options.domain,
    addresses: homeAddresses(options.domain, options.home),
    log,
    clock,
    counts,
    metrics: options.metrics ?? noMetrics,
    crowd,
    floods: restrainFloods(isLimited, clock),
    policies,
    hasReceived: options.hasReceived,
    facts: options.facts,
    pairs: isLimited ? rememberPairs(options.replies, clock) : undefined,
    hasToken: options.hasToken,
    signPass: options.signPass,
    revocations: options.revocations,
    streamLog: options.streamLog,
    keep: options.keep,
    memories: streamMemories(clock),
    loginTimeoutMs: options.loginTimeoutMs ?? CHAT_LOGIN_TIMEOUT_MS,
    isPaced: isLimited,
    attemptLogin: limitLogins(isLimited, clock),
    hashToken: options.hashToken,
    withinRate: limitRates(options.rateLimits, clock),
    sensitiveBits: readSensitiveBits(options.words),
    seal: options.seal,
    violated: options.violated,
    away: options.away,
  };
  // ws documents `closeTimeout`; its types lack it.
  const socketOptions: ServerOptions & { readonly closeTimeout: number } = {
    noServer: true,
    maxPayload: HARD_MAX_BYTES,
    perMessageDeflate: false,
    handleProtocols: () => SUBPROTOCOL,
    closeTimeout: CLOSE_TIMEOUT_MS,
  };
  const sockets = new WebSocketServer(socketOptions);
  const livenessTimer = setInterval(() => {
    for (const stream of crowd.all) stream.checkLiveness();
  }, options.pingIntervalMs ?? EDGE_PING_INTERVAL_MS);
  livenessTimer.unref();
  const lookTimer = setInterval(() => {
    for (const stream of crowd.all) stream.checkLook();
  }, EDGE_LOOK_EVERY_MS);
  lookTimer.unref();
  sockets.on('wsClientError', (_error, socket) => deny(socket, '400 Bad Request'));

  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (pathOf(request) !== EDGE_PATH) {
      // Another listener (hot reload) may handle the upgrade; without one it is denied here.
      if (httpServer.listenerCount('upgrade') > 1) return;
      releaseSocket(socket);
      deny(socket, '404 Not Found');
      return;
    }
    releaseSocket(socket);
    const address = options.addressOf?.(request) ?? request.socket.remoteAddress ?? '';
    if (draining || crowd.isFull(address)) {
      deny(socket, '503 Service Unavailable');
      return;
    }
    if (
      !isOriginAllowed(request, options.allowedOrigins, options.allowMissingOrigin ?? false, options.allowedHosts ?? [])
    ) {
      deny(socket, '403 Forbidden');
      return;
    }
    const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
    if (!offered.includes(SUBPROTOCOL)) {
      deny(socket, '400 Bad Request');
      return;
    }
    if (socket instanceof Socket) socket.setNoDelay(true);
    sockets.handleUpgrade(request, socket, head, (client) => open(client, address, isBrief(request)));
  }

  function open(client: WebSocket, address: string, brief: boolean): void {
    const url = options.upstreamUrl();
    const server = url.startsWith('xmpp:') ? new TcpUpstream(url) : webSocketTo(url);
    runStream(client, server, context, { address, brief });
  }

  async function drain(): Promise<void> {
    draining = true;
    while (crowd.all.size > 0) {
      for (const stream of [...crowd.all].slice(0, STREAMS_MOVED_AT_ONCE)) stream.shutdown();
      if (crowd.all.size > 0) await wait(STREAMS_MOVED_EVERY_MS);
    }
  }

  httpServer.on('upgrade', onUpgrade);
  return {
    accounts: crowd.accounts,
    counts: () => ({ ...counts, open: crowd.all.size }),
    drain,
    async close() {
      draining = true;
      httpServer.off('upgrade', onUpgrade);
      clearInterval(livenessTimer);
      clearInterval(lookTimer);
      for (const stream of crowd.all) stream.shutdown();
      policies.stop();
      await new Promise<void>((resolve) => sockets.close(() => resolve()));
    },
  };
}

const webSocketTo = (url: string) =>
  new WebSocket(url, SUBPROTOCOL, {
    perMessageDeflate: false,
    maxPayload: UPSTREAM_MAX_BYTES,
    handshakeTimeout: 5_000,
  });

/** A service worker that was woken for a moment says so by its address. */
const isBrief = ({ url = '' }: IncomingMessage) => url.endsWith('?brief');

function pathOf(request: IncomingMessage): string {
  const url = request.url ?? '';
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}

const deny = (socket: Duplex, status: string): void =>
  dismiss(socket, `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
