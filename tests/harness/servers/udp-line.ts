import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';

/** What happens to the datagrams of one direction. */
export type Impairment = {
  /** Share of datagrams that are lost, 0 to 1. */
  readonly loss: number;
  /** Delay of each datagram, ms. */
  readonly delayMs: number;
  /** A further delay of each datagram between 0 and this, ms: datagrams overtake each other. */
  readonly jitterMs: number;
  /** The capacity of the line; more is queued, up to `QUEUE_MAX_MS`, and then lost. */
  readonly kbitPerSecond: number;
};

export type UdpLine = {
  readonly port: number;
  /** Impairs what clients send from now on; answers pass as they are. */
  impair(impairment: Partial<Impairment>): void;
  /** While on, nothing passes in either direction. */
  blackOut(on: boolean): void;
  close(): Promise<void>;
};

type Upstream = { readonly socket: Socket; freeAt: number };

const NONE: Impairment = { loss: 0, delayMs: 0, jitterMs: 0, kbitPerSecond: Number.POSITIVE_INFINITY };
/** The buffer of an ordinary router at its line's capacity. */
const QUEUE_MAX_MS = 500;

/**
 * A line of datagrams to a server on this machine, with the faults of real networks. Each client has an upstream socket of its own, so
 * that the server tells clients apart. `random` returns a number from 0 to 1.
 */
export async function startUdpLine(target: number, random: () => number): Promise<UdpLine> {
  let current = NONE;
  let isBlack = false;
  const upstreams = new Map<string, Upstream>();
  const pending = new Set<NodeJS.Timeout>();

  function later(ms: number, send: () => void): void {
    const timer = setTimeout(() => {
      pending.delete(timer);
      send();
    }, ms);
    pending.add(timer);
  }

  /** The wait of a datagram, ms; undefined when it is lost. */
  function waitOf(client: Upstream, bytes: number): number | undefined {
    if (random() < current.loss) return undefined;
    const now = performance.now();
    const startsAt = Math.max(now, client.freeAt);
    if (startsAt - now > QUEUE_MAX_MS) return undefined;
    client.freeAt = startsAt + (bytes * 8) / current.kbitPerSecond;
    return client.freeAt - now + current.delayMs + random() * current.jitterMs;
  }

  const listener = createSocket('udp4');
  function upstreamOf({ address, port }: RemoteInfo): Upstream {
    const client = `${address}:${port}`;
    const known = upstreams.get(client);
    if (known) return known;
    const socket = createSocket('udp4');
    socket.on('message', (data) => {
      if (!isBlack) listener.send(data, port, address);
    });
    // The server may be gone.
    socket.on('error', () => {});
    const upstream = { socket, freeAt: 0 };
    upstreams.set(client, upstream);
    return upstream;
  }
  listener.on('message', (data, from) => {
    if (isBlack) return;
    const upstream = upstreamOf(from);
    const wait = waitOf(upstream, data.length);
    if (wait === undefined) return;
    const send = () => upstream.socket.send(data, target, '127.0.0.1');
    if (wait < 1) send();
    else later(wait, send);
  });
  await new Promise<void>((resolve) => listener.bind(0, '127.0.0.1', resolve));

  return {
    port: listener.address().port,
    impair(impairment) {
      current = { ...NONE, ...impairment };
    },
    blackOut(on) {
      isBlack = on;
    },
    async close() {
      for (const timer of pending) clearTimeout(timer);
      for (const { socket } of upstreams.values()) socket.close();
      await new Promise<void>((resolve) => listener.close(() => resolve()));
    },
  };
}
