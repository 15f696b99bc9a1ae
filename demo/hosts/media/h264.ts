import { chunks, fitsOnePayload, type Payload } from './payload.ts';

/** NAL unit types of RFC 6184, section 5.2. */
const STAP_A = 24;
const FU_A = 28;
const TYPE_MASK = 0x1f;
const REFERENCE_MASK = 0x60;
const FU_START = 0x80;
const FU_END = 0x40;

/**
 * Packetizes one H.264 frame (NAL units with four-byte lengths, as in MP4) to RTP payloads of packetization-mode 1. A key frame is
 * preceded by the parameter sets, so that a new receiver can decode it.
 */
export function packH264(frame: Uint8Array, parameterSets: readonly Uint8Array[]): Payload[] {
  const sets = parameterSets.length > 0 ? [aggregate(parameterSets)] : [];
  return [...sets, ...unitsOf(frame).flatMap(packUnit)];
}

function packUnit(unit: Uint8Array): Payload[] {
  if (fitsOnePayload(unit)) return [Buffer.from(unit)];
  const header = unit[0] ?? 0;
  const parts = chunks(unit.subarray(1), 2);
  return parts.map((part, at) => {
    const edge = (at === 0 ? FU_START : 0) | (at === parts.length - 1 ? FU_END : 0);
    return Buffer.concat([Buffer.from([(header & REFERENCE_MASK) | FU_A, edge | (header & TYPE_MASK)]), part]);
  });
}

/** Aggregates small NAL units to one STAP-A packet. */
function aggregate(units: readonly Uint8Array[]): Payload {
  const sized = units.flatMap((unit) => [Buffer.from([unit.length >> 8, unit.length & 0xff]), unit]);
  return Buffer.concat([Buffer.from([((units[0]?.[0] ?? 0) & REFERENCE_MASK) | STAP_A]), ...sized]);
}

function unitsOf(frame: Uint8Array): Uint8Array[] {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const units: Uint8Array[] = [];
  for (let at = 0; at + 4 < frame.length; ) {
    const length = view.getUint32(at);
    units.push(frame.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return units;
}

/**
 * Extracts the sequence and picture parameter sets, which precede each key frame, from an MP4's AVCDecoderConfigurationRecord (ISO/IEC
 * 14496-15, section 5.3.3.1).
 */
export function parameterSetsOf(record: Uint8Array): Uint8Array[] {
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
  const sets: Uint8Array[] = [];
  let at = 5;
  for (const mask of [TYPE_MASK, 0xff]) {
    const count = view.getUint8(at) & mask;
    at += 1;
    for (let n = 0; n < count; n++) {
      const length = view.getUint16(at);
      sets.push(record.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
  }
  return sets;
}
