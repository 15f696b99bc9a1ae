import { PREFLIGHT_MAX_BYTES, PREFLIGHT_PATH } from '#contract/calls/rules.ts';
import { API_HOST } from '../../../ui/media/media-host.ts';

const LEAST_MS = 700;
const MOST_MS = 5_000;
const TIMES = 12;
/** Maximum number of bytes that one `getRandomValues` call can fill. */
const NOISE_BYTES = 65_536;
/** HTTP status with which the server accepts an upload; any other one fails the measurement. */
const TAKEN = 204;

/** URL of the largest script of this page, a suitable download in every build; undefined if there is none. */
function ownScript(): string | undefined {
  const scripts = performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming && entry.initiatorType !== 'fetch')
    .map((entry) => entry as PerformanceResourceTiming)
    .filter(({ name }) => name.startsWith(location.origin) && /\.m?js$/.test(new URL(name).pathname))
    .sort((a, b) => b.decodedBodySize - a.decodedBodySize);
  return scripts[0]?.name;
}

/** Measures the throughput to the server in kbit/s, in the slower direction, as a call uses both. Undefined if that fails. */
export async function measureSpeed(): Promise<number | undefined> {
  const [down, up] = [await repeat(download), await repeat(upload())];
  return down === undefined || up === undefined ? undefined : Math.min(down, up);
}

/** Transfers data once; resolves to the number of bytes on the network. */
type Move = (turn: number, signal: AbortSignal) => Promise<number>;

/**
 * Repeats a transfer for `LEAST_MS`, but at most `TIMES` times, and returns its throughput in kbit/s; undefined if it fails before anything
 * was measured.
 */
async function repeat(move: Move): Promise<number | undefined> {
  let [bytes, began] = [0, 0];
  try {
    for (let turn = 0; turn < TIMES; turn += 1) {
      // The first transfer opens the connection and is not measured.
      if (turn === 1) began = performance.now();
      const moved = await move(turn, AbortSignal.timeout(MOST_MS));
      if (turn > 0) bytes += moved;
      if (turn > 0 && performance.now() - began >= LEAST_MS) break;
    }
  } catch {
    if (bytes === 0) return undefined;
  }
  const seconds = (performance.now() - began) / 1_000;
  return began > 0 && seconds > 0 ? Math.round((bytes * 8) / 1_000 / seconds) : undefined;
}

/** Downloads the script with a unique URL, as HTTP caches and the service worker answer known URLs. */
async function download(turn: number, signal: AbortSignal): Promise<number> {
  const script = ownScript();
  if (script === undefined) throw new Error('A page without scripts');
  const address = new URL(script);
  address.search = `?preflight=${turn}-${performance.now()}`;
  const body = await (await fetch(address, { cache: 'no-store', signal })).arrayBuffer();
  return sizeOnWire(address.href) ?? body.byteLength;
}

/**
 * Returns a transfer that uploads random bytes. Their number doubles after each fast transfer: a slow connection is not blocked for long,
 * and a fast one is saturated.
 */
function upload(): Move {
  // Random bytes cannot be compressed on the way.
  const noise = crypto.getRandomValues(new Uint8Array(NOISE_BYTES));
  let size = PREFLIGHT_MAX_BYTES / 16;
  return async (_turn, signal) => {
    const [sent, began] = [size, performance.now()];
    const headers = { 'content-type': 'application/octet-stream' };
    const body = new Blob(Array.from({ length: Math.ceil(sent / NOISE_BYTES) }, () => noise.subarray(0, sent)));
    const { status } = await fetch(API_HOST + PREFLIGHT_PATH, { method: 'POST', headers, body, signal });
    if (status !== TAKEN) throw new Error('The server takes no more');
    if (performance.now() - began < LEAST_MS / 4) size = Math.min(PREFLIGHT_MAX_BYTES, size * 2);
    return sent;
  };
}

function sizeOnWire(address: string): number | undefined {
  const [entry] = performance.getEntriesByName(address);
  return entry instanceof PerformanceResourceTiming && entry.transferSize > 0 ? entry.transferSize : undefined;
}
