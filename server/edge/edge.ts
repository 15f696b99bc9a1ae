import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { XML_MAX_BYTES } from '../../contract/rules.ts';
import type { Logger } from '../prosody/supervisor.ts';
import type { EdgeContext, EdgeCounts } from './context.ts';
import { streamMemories } from './memory.ts';
import { isOriginAllowed } from './origin.ts';
import { rememberPolicies } from './policies.ts';
import type { Clock, PolicySource, Revocations, StreamLog } from './ports.ts';
import { limitRates, type RateLimits } from './rates.ts';
import { type EdgeStream, runStream } from './stream.ts';
import { readSensitiveBits, type WordList } from './words.ts';

export type EdgeOptions = {
  readonly httpServer: Server;
  /** Prosody's websocket, asked for at each connect. */
  readonly upstreamUrl: () => string;
  readonly domain: string;
  readonly allowedOrigins: readonly string[];
  /** Further names of ours: see server/http/hosts.ts. */
  readonly allowedHosts?: readonly string[];
  /** For programs that are no browsers: bots, tests. Default false. */
  readonly allowMissingOrigin?: boolean;
  readonly policy: PolicySource;
  readonly revocations: Revocations;
  readonly streamLog: StreamLog;
  readonly rateLimits: RateLimits | false;
  readonly words: WordList;
  readonly log: Logger;
  readonly clock: Clock;
  readonly hashToken: (token: string) => string;
  readonly loginTimeoutMs?: number;
};

const EDGE_PATH = '/xmpp-websocket';
const SUBPROTOCOL = 'xmpp';
const LOGIN_TIMEOUT_MS = 30_000;
/** Beyond our own bound the frame still gets a proper stream error; beyond this one it is not even read. */
const HARD_MAX_BYTES = XML_MAX_BYTES * 4;
/** What Prosody sends is ours to trust, but not without end. */
const UPSTREAM_MAX_BYTES = 1_048_576;

/** Puts the edge on `/xmpp-websocket` of an HTTP server (RFC 7395). */
export function attachEdge(options: EdgeOptions): { close(): Promise<void>; counts(): EdgeCounts } {
  const { httpServer, log, clock } = options;
  const counts: EdgeCounts = { open: 0, authenticated: 0, frames: 0, forwarded: 0, refused: 0 };
  const policies = rememberPolicies(options.policy);
  const context: EdgeContext = {
    domain: options.domain,
    log,
    clock,
    counts,
    policies,
    revocations: options.revocations,
    streamLog: options.streamLog,
    memories: streamMemories(clock),
    loginTimeoutMs: options.loginTimeoutMs ?? LOGIN_TIMEOUT_MS,
    hashToken: options.hashToken,
    withinRate: limitRates(options.rateLimits, clock),
    sensitiveBits: readSensitiveBits(options.words),
  };
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: HARD_MAX_BYTES,
    perMessageDeflate: false,
    handleProtocols: () => SUBPROTOCOL,
  });
  const streams = new Set<EdgeStream>();

  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (pathOf(request) !== EDGE_PATH) {
      // Another listener may want it (hot reload); alone here, nobody will.
      if (httpServer.listenerCount('upgrade') === 1) deny(socket, '404 Not Found');
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
    sockets.handleUpgrade(request, socket, head, open);
  }

  function open(client: WebSocket): void {
    const server = new WebSocket(options.upstreamUrl(), SUBPROTOCOL, {
      perMessageDeflate: false,
      maxPayload: UPSTREAM_MAX_BYTES,
      handshakeTimeout: 5_000,
    });
    counts.open += 1;
    const stream = runStream(client, server, context, () => {
      counts.open -= 1;
      streams.delete(stream);
    });
    streams.add(stream);
  }

  httpServer.on('upgrade', onUpgrade);
  return {
    counts: () => ({ ...counts }),
    async close() {
      httpServer.off('upgrade', onUpgrade);
      for (const stream of streams) stream.shutdown();
      policies.stop();
      await new Promise<void>((resolve) => sockets.close(() => resolve()));
    },
  };
}

function pathOf(request: IncomingMessage): string {
  const url = request.url ?? '';
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}

function deny(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
