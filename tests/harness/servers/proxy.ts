import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export type TcpProxy = {
  readonly port: number;
  readonly url: string;
  /** Number of the live connections. */
  readonly connections: number;
  /** Number of all connections since the start. */
  readonly accepted: number;
  /** Ends every live connection by RST on both sides, as a machine that lost its state does. */
  reset(): void;
  /** Ends every live connection by FIN on both sides, after the data in flight. */
  fin(): void;
  /** While on, nothing passes in either direction and nothing is closed, not even for new connections. */
  blackhole(on: boolean): void;
  /** Resets each live connection after this many further bytes (both directions together), in the middle of a frame. */
  cutAfterBytes(count: number): void;
  /** While on, new connections are reset at once, as if the server were down. */
  refuse(on: boolean): void;
  /** Delays every chunk from now on by this time, keeping their order. */
  delay(ms: number): void;
  close(): Promise<void>;
};

type Pair = { readonly client: Socket; readonly server: Socket; left: number };

/**
 * TCP proxy on a free loopback port in front of `target` (a port, `host:port`, or a function that returns the current port). Its
 * connections can be made to fail as networks do. Playwright's own offline switch does not reach workers (trap 10); this affects
 * everything.
 */
export async function startProxy(target: number | string | (() => number)): Promise<TcpProxy> {
  const [host = '127.0.0.1', fixed] = typeof target === 'string' ? target.split(':') : ['127.0.0.1', target];
  const portNow = () => (typeof fixed === 'function' ? fixed() : Number(fixed));
  const pairs = new Set<Pair>();
  let accepted = 0;
  let refusing = false;
  let delayMs = 0;
  let openHole = () => {};
  /** Undefined while traffic passes. */
  let hole: Promise<void> | undefined;

  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    accepted += 1;
    if (refusing) {
      client.on('error', () => {});
      client.resetAndDestroy();
      return;
    }
    const server = connect({ host, port: portNow(), allowHalfOpen: true, noDelay: true });
    const pair: Pair = { client, server, left: Number.POSITIVE_INFINITY };
    pairs.add(pair);
    pump(pair, client, server);
    pump(pair, server, client);
  });

  function pump(pair: Pair, from: Socket, to: Socket): void {
    from.on('error', () => cut(pair));
    from.on('close', () => {
      if (!to.writableEnded) to.end();
      if (to.destroyed) pairs.delete(pair);
    });
    void forward(pair, from, to).catch(() => cut(pair));
  }

  async function forward(pair: Pair, from: Socket, to: Socket): Promise<void> {
    for await (const chunk of from) {
      const data: Buffer = chunk;
      if (delayMs > 0) await wait(delayMs);
      // Another black hole may start while the first one ends.
      while (hole) await hole;
      const passes = Math.min(data.length, pair.left);
      pair.left -= passes;
      if (passes > 0) await written(to, data.subarray(0, passes));
      if (pair.left === 0) {
        cut(pair);
        return;
      }
    }
    while (hole) await hole;
    to.end();
  }

  function cut(pair: Pair): void {
    pairs.delete(pair);
    for (const socket of [pair.client, pair.server]) socket.resetAndDestroy();
  }

  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(0, '127.0.0.1', resolve);
  });
  const address = listener.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  return {
    port,
    url: `http://localhost:${port}`,
    get connections() {
      return pairs.size;
    },
    get accepted() {
      return accepted;
    },
    reset() {
      for (const pair of [...pairs]) cut(pair);
    },
    fin() {
      for (const { client, server } of pairs) {
        client.end();
        server.end();
      }
    },
    blackhole(on) {
      openHole();
      openHole = () => {};
      hole = undefined;
      if (!on) return;
      hole = new Promise((resolve) => {
        openHole = resolve;
      });
    },
    cutAfterBytes(count) {
      for (const pair of pairs) pair.left = count;
    },
    refuse(on) {
      refusing = on;
    },
    delay(ms) {
      delayMs = ms;
    },
    async close() {
      openHole();
      hole = undefined;
      const closed = new Promise<void>((resolve) => listener.close(() => resolve()));
      for (const pair of [...pairs]) cut(pair);
      await closed;
    },
  };
}

/** Resolves when the operating system has accepted the bytes, so that a slow reader slows the sender down. */
function written(socket: Socket, data: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(data, (error) => (error ? reject(error) : resolve()));
  });
}
