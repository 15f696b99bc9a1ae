import { kinds } from '../../contract/chat/kinds/list.ts';
import { readEnvelope } from '../../contract/chat/message.ts';
import { completeKind, type Payload, readPayload, readSent } from '../../contract/chat/payload.ts';
import { parseFrame } from '../../server/platform/edge/xml/frame.ts';
import { medianOf } from '../../tools/test/bench-report.ts';
import { mutantOf, seeded } from '../harness/hostile/mutants.ts';
import { PAYLOADS } from '../harness/payload-samples.ts';
import type { Benches } from './bench.ts';

const AIM_MS = 1;
const MUTANTS = 1_000;
const slowest: string[] = [];

/** Reads a stanza from the wire, first as the edge and then as a core. A refused stanza is read up to the refusal. */
function read(frame: string): void {
  const envelope = readEnvelope(parseFrame(frame));
  if (!envelope) return;
  const { type, body, x } = envelope;
  const sent = readSent(type, body, x);
  if (sent) completeKind(sent, 0);
  readPayload(type, body, x);
}

/** False for frames that the edge's parser refuses: they do not reach the codec. */
function isParsed(frame: string): boolean {
  try {
    parseFrame(frame);
    return true;
  } catch {
    return false;
  }
}

function medianOfKind(samples: readonly Payload[], form: 'told' | 'sent', seed: number): number {
  const random = seeded(seed);
  const times: number[] = [];
  for (let n = 0; n < MUTANTS; n += 1) {
    const frame = mutantOf(samples[n % samples.length] as Payload, form, random).toString();
    if (!isParsed(frame)) continue;
    const start = performance.now();
    read(frame);
    times.push(performance.now() - start);
  }
  return medianOf(times);
}

/** The median time of a mutated stanza, for the slowest kind. */
async function mutated(): Promise<number> {
  const medians = kinds.flatMap(({ kind, type }) =>
    (['told', 'sent'] as const).map((form) => ({
      of: `${kind}, ${form}`,
      ms: medianOfKind(PAYLOADS[kind], form, type),
    })),
  );
  const worst = medians.reduce((one, other) => (other.ms > one.ms ? other : one));
  slowest.push(`${worst.of}: ${worst.ms.toFixed(3)} ms`);
  return worst.ms;
}

export const benches: Benches = [
  { name: 'one mutated stanza through the codec, median of the slowest kind', unit: 'ms', aim: AIM_MS, run: mutated },
];

export async function close(): Promise<void> {
  if (slowest.length > 0) console.log(`\nSlowest kind of each run\n${slowest.join('\n')}`);
}
