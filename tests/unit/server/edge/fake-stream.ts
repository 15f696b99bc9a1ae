import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';
import type { EdgeContext } from '../../../../server/platform/edge/context.ts';
import { createAbuseThrottle } from '../../../../server/platform/edge/limits/abuse-throttle.ts';
import { createConnectionLimiter } from '../../../../server/platform/edge/limits/connection-limiter.ts';
import { createStreamMemories } from '../../../../server/platform/edge/memory.ts';
import { createPolicyCache } from '../../../../server/platform/edge/policies.ts';
import type { PolicySource, SenderPolicy } from '../../../../server/platform/edge/ports.ts';
import { homeAddresses } from '../../../../server/platform/edge/session/component-domain.ts';
import { runStream } from '../../../../server/platform/edge/session/stream.ts';
import { noMetrics } from '../../../../server/platform/metrics/metrics.ts';
import { noKindFacts } from '../../../harness/kind-facts.ts';

/** One end of a websocket without kernel buffers, so that held and unsent data is visible at once. */
export class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readonly protocol = 'xmpp';
  readyState = 1;
  isPaused = false;
  /** False when the other end does not read. */
  reads = true;
  bufferedAmount = 0;
  readonly sent: string[] = [];
  readonly #unsent: { readonly text: string; readonly done: () => void }[] = [];
  readonly ended: string[] = [];

  pause(): void {
    this.isPaused = true;
  }
  resume(): void {
    this.isPaused = false;
  }
  pings = 0;
  ping(): void {
    this.pings += 1;
  }
  send(text: string, done: () => void = () => undefined): void {
    this.bufferedAmount += Buffer.byteLength(text);
    this.#unsent.push({ text, done });
    if (this.reads) this.flush();
  }
  /** The other end reads again. */
  flush(): void {
    this.reads = true;
    for (const { text, done } of this.#unsent.splice(0)) {
      this.bufferedAmount -= Buffer.byteLength(text);
      this.sent.push(text);
      done();
    }
  }
  close(code?: number): void {
    this.ended.push(`close ${code ?? ''}`);
  }
  terminate(): void {
    this.ended.push('terminate');
  }
  arrives(text: string): void {
    this.emit('message', Buffer.from(text), false);
  }
}

export const policyOf = (uid: number): SenderPolicy => ({
  nickName: `Nick ${uid}`,
  role: 2,
  adult: true,
  lockedUntil: null,
  blockedBy: [],
  blocks: [],
  readReceipt: true,
  admits: 'everyone',
  reach: false,
  friends: new Set(),
});

/** A stream of the edge between two such sockets, signed in as the user 1. */
export async function signedInStream({
  load = async (uid: number) => policyOf(uid),
  withinRate = () => true,
}: Partial<PolicySource & Pick<EdgeContext, 'withinRate'>> = {}) {
  const clock = { now: () => 0 };
  const context: EdgeContext = {
    domain: 'localhost',
    addresses: homeAddresses('localhost', 'n1.localhost'),
    log: { info: () => undefined, warn: () => undefined },
    clock,
    counts: { open: 0, authenticated: 0, frames: 0, forwarded: 0, refused: 0 },
    metrics: noMetrics,
    crowd: createConnectionLimiter(clock),
    floods: createAbuseThrottle(false, clock),
    policies: createPolicyCache({ load, onChange: () => () => undefined }, clock),
    hasToken: async () => true,
    signPass: async () => 'pass',
    hasReceived: async () => false,
    facts: noKindFacts,
    pairs: undefined,
    away: { request: () => undefined, seen: () => undefined },
    violated: async () => undefined,
    revocations: { watch: () => () => undefined },
    streamLog: { opened: () => undefined, closed: () => undefined, activityChanged: () => undefined },
    memories: createStreamMemories(clock),
    loginTimeoutMs: 60_000,
    isPaced: false,
    attemptLogin: () => ({ right: () => undefined }),
    keep: async ({ stanza, at }) => ({ own: '1', peers: '2', stanza, at }),
    hashToken: (token) => token,
    withinRate,
    sensitiveBits: () => 0,
    seal: () => '',
  };
  const [client, server] = [new FakeSocket(), new FakeSocket()];
  const stream = runStream(client as unknown as WebSocket, server as unknown as WebSocket, context, {
    address: '',
    brief: false,
  });
  server.emit('open');
  const login = Buffer.from('\0u_1\0token').toString('base64');
  client.arrives(`<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${login}</auth>`);
  // The token is checked before the login is forwarded to the server.
  await new Promise((resolve) => setImmediate(resolve));
  server.arrives('<success/>');
  client.arrives(
    "<iq xmlns='jabber:client' type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>",
  );
  server.sent.length = 0;
  return { client, server, context, stream };
}
