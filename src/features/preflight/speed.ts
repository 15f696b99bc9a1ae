const LEAST_MS = 700;
const MOST_MS = 5_000;
const TIMES = 12;

/** The largest script of this page: it is there in every build, and no person's data. */
function ownScript(): string | undefined {
  const scripts = performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming && entry.initiatorType !== 'fetch')
    .map((entry) => entry as PerformanceResourceTiming)
    .filter(({ name }) => name.startsWith(location.origin) && /\.m?js$/.test(new URL(name).pathname))
    .sort((a, b) => b.decodedBodySize - a.decodedBodySize);
  return scripts[0]?.name;
}

/**
 * Kilobits a second from our server: downloads a file again and again, past every cache, until the time is long enough to
 * mean something. Bytes count as they came over the wire. Undefined where the server cannot be reached.
 */
export async function measureSpeed(): Promise<number | undefined> {
  const script = ownScript();
  if (script === undefined) return undefined;
  let [bytes, began] = [0, 0];
  try {
    for (let turn = 0; turn < TIMES; turn += 1) {
      // The address has to be one that no cache has; the service worker answers what it knows.
      const address = new URL(script);
      address.search = `?preflight=${turn}-${performance.now()}`;
      const stop = AbortSignal.timeout(MOST_MS);
      // The first one opens the connection: that is not the speed.
      if (turn === 1) began = performance.now();
      const body = await (await fetch(address, { cache: 'no-store', signal: stop })).arrayBuffer();
      const size = sizeOnWire(address.href) ?? body.byteLength;
      if (turn > 0) bytes += size;
      if (turn > 0 && performance.now() - began >= LEAST_MS) break;
    }
  } catch {
    if (bytes === 0) return undefined;
  }
  const seconds = (performance.now() - began) / 1_000;
  return began > 0 && seconds > 0 ? Math.round((bytes * 8) / 1_000 / seconds) : undefined;
}

function sizeOnWire(address: string): number | undefined {
  const [entry] = performance.getEntriesByName(address);
  return entry instanceof PerformanceResourceTiming && entry.transferSize > 0 ? entry.transferSize : undefined;
}
