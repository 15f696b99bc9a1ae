import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { type ServerOptions, WebSocket, WebSocketServer } from 'ws';
import { CHAT_LOGIN_TIMEOUT_MS } from '../../../contract/chat/rules.ts';
import { XML_MAX_BYTES } from '../../../contract/xml/rules.ts';
import type { Clock } from '../clock.ts';
import { dismiss } from '../http/dismiss.ts';
import { isKnownHost } from '../http/hosts.ts';
import { createProxyReport, EDGE_PATH, findPrefix } from '../http/proxy-faults.ts';
import { releaseSocket } from '../http/sockets.ts';
import { limitRates, type RateLimits } from '../limits/rates.ts';
import type { Logger } from '../log/logger.ts';
import { type Metrics, noMetrics } from '../metrics/metrics.ts';
import { createSensitiveBits, type WordList } from './blocked-words.ts';
import {
  EDGE_CHECK_INTERVAL_MS,
  EDGE_PING_INTERVAL_MS,
  STREAMS_MOVED_AT_ONCE,
  STREAMS_MOVED_EVERY_MS,
} from './bounds.ts';
import type { EdgeContext, EdgeCounts } from './context.ts';
import { createAbuseThrottle } from './limits/abuse-throttle.ts';
import { createConnectionLimiter } from './limits/connection-limiter.ts';
import { limitStreamLogins } from './limits/wrong-logins.ts';
import { createStreamMemories } from './memory.ts';
import { isOriginAllowed } from './origin.ts';
import { createPolicyCache } from './policies.ts';
import type { EdgePorts, StreamLog } from './ports.ts';
import { createReplyQuota } from './reply-quota.ts';
import { homeAddresses } from './session/component-domain.ts';
import { runStream } from './session/stream.ts';
import { TcpUpstream } from './session/tcp-upstream.ts';

/** Dependencies and settings of `attachEdge`. */
export type EdgeOptions = EdgePorts & {
  readonly httpServer: Server;
  /** Returns the address of the XMPP server for client streams, `ws://…` or `xmpp://host:port`; called for each connection. */
  readonly upstreamUrl: () => string;
  readonly domain: string;
  /** The component domain of this process at the XMPP server; stanzas to services are routed to it (session/component-domain.ts). */
  readonly home: string;
  /** Signs the pass that the XMPP server accepts in place of a session token. */
  readonly signPass: (uid: number) => Promise<string>;
  readonly allowedOrigins: readonly string[];
  /** Further host names of this server: see server/platform/http/hosts.ts. */
  readonly allowedHosts?: readonly string[];
  /** Allows programs that are not browsers, such as bots and tests. Default false. */
  readonly allowMissingOrigin?: boolean;
  /** Returns the IP address of the client; default: the remote address of the socket. */
  readonly addressOf?: (request: IncomingMessage) => string;
  readonly streamLog: StreamLog;
  /** False with RATE_LIMITS off: rates, floods, logins and messages that wait for a reply are not limited. */
  readonly rateLimits: RateLimits | false;
  /** Blocked words, by category. */
  readonly words: WordList;
  readonly log: Logger;
  readonly clock: Clock;
  readonly metrics?: Metrics;
  readonly loginTimeoutMs?: number;
  readonly pingIntervalMs?: number;
  /** Maximum number of streams before login; default `STRANGE_STREAMS_MAX`. */
  readonly strangeStreamsMax?: number;
};

const SUBPROTOCOL = 'xmpp';
/** How long the edge waits for a client's answer to the closing handshake before the socket is destroyed. */
const CLOSE_TIMEOUT_MS = 5_000;
/** A frame above `XML_MAX_BYTES` gets a stream error; a frame above this limit is not read at all. */
const HARD_MAX_BYTES = XML_MAX_BYTES * 4;
/** Maximum size of a frame of the XMPP server, whose frames are trusted otherwise. */
const UPSTREAM_MAX_BYTES = 1_048_576;

/** The running edge of a process: the gateway between the websockets of clients and the XMPP server. */
export type Edge = {
  counts(): EdgeCounts;
  /**
   * Rejects new streams and closes the open ones a few at a time, so that clients do not all reconnect to another process at once.
   * Each socket closes without the XMPP stream close `<close/>`, so the XMPP server keeps the session for a resume (RFC 7395
   * section 3.6, XEP-0198 section 5). At the close code 1012 (service restart) the client reconnects immediately.
   */
  drain(): Promise<void>;
  /** Stops accepting upgrades, and closes all streams at once. */
  close(): Promise<void>;
  /** The accounts that have a stream on this edge, by uid. */
  readonly accounts: ReadonlyMap<number, unknown>;
};

/**
 * Attaches the edge to `/xmpp-websocket` of an HTTP server (RFC 7395). It authenticates each client's stream, checks every stanza by the
 * rules, and forwards it to the XMPP server.
 */
export function attachEdge(options: EdgeOptions): Edge {
  const { httpServer, log, clock } = options;
  const counts: EdgeCounts = { open: 0, authenticated: 0, frames: 0, forwarded: 0, refused: 0 };
  const policies = createPolicyCache(options.policy, clock);
  const isLimited = options.rateLimits !== false;
  const crowd = createConnectionLimiter(clock, options.strangeStreamsMax);
  let draining = false;
  const context: EdgeContext = {
    domain: options.domain,
    addresses: homeAddresses(options.domain, options.home),
    log,
    clock,
    counts,
    metrics: options.metrics ?? noMetrics,
    crowd,
    floods: createAbuseThrottle(isLimited, clock),
    policies,
    hasReceived: options.hasReceived,
    facts: options.facts,
    pairs: isLimited ? createReplyQuota(options.replies, clock) : undefined,
    hasToken: options.hasToken,
    signPass: options.signPass,
    revocations: options.revocations,
    streamLog: options.streamLog,
    keep: options.keep,
    memories: createStreamMemories(clock),
    loginTimeoutMs: options.loginTimeoutMs ?? CHAT_LOGIN_TIMEOUT_MS,
    isPaced: isLimited,
    attemptLogin: limitStreamLogins(isLimited, clock),
    hashToken: options.hashToken,
    withinRate: limitRates(options.rateLimits, clock),
    sensitiveBits: createSensitiveBits(options.words),
    seal: options.seal,
    violated: options.violated,
    away: options.away,
  };
  const reportProxyFault = createProxyReport(log, clock);
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
    for (const stream of crowd.all) stream.checkActivity();
  }, EDGE_CHECK_INTERVAL_MS);
  lookTimer.unref();
  sockets.on('wsClientError', (_error, socket) => deny(socket, '400 Bad Request'));

  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (pathOf(request) !== EDGE_PATH) {
      // Another listener (hot reload) may handle the upgrade; without one it is denied here.
      if (httpServer.listenerCount('upgrade') > 1) return;
      releaseSocket(socket);
      const prefix = findPrefix(request.url ?? '');
      if (prefix !== undefined) reportProxyFault('prefix', prefix);
      deny(socket, '404 Not Found');
      return;
    }
    releaseSocket(socket);
    const address = options.addressOf?.(request) ?? request.socket.remoteAddress ?? '';
    if (draining || crowd.isFull(address)) {
      deny(socket, '503 Service Unavailable');
      return;
    }
    if (!isKnownHost(request.headers.host, options.allowedHosts ?? [])) {
      reportProxyFault('host', request.headers.host ?? '');
      deny(socket, '421 Misdirected Request');
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

/** A service worker that works without a page connects with `?brief`. Its stream does not count as presence of the user. */
const isBrief = ({ url = '' }: IncomingMessage) => url.endsWith('?brief');

function pathOf(request: IncomingMessage): string {
  const url = request.url ?? '';
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}

const deny = (socket: Duplex, status: string): void =>
  dismiss(socket, `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
