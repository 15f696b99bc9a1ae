import type { InputVideoTrack } from 'mediabunny';

/** chroma_format_idc of H.264 and H.265: 0 is monochrome, 1 is 4:2:0, 2 is 4:2:2, 3 is 4:4:4. */
type ChromaFormat = 0 | 1 | 2 | 3;
const HALVED: ChromaFormat = 1;
const AVC_PROFILES_WITH_CHROMA = new Set([100, 110, 122, 144, 244]);

/**
 * Returns whether the decoder would misreport the pixel format of the track, so that the clip is refused: it reports frames of
 * full-range 4:2:2 and 4:4:4 in H.264 and H.265, and of RGB in any codec, as 4:2:0, and their colours would be wrong. Phones and
 * browsers do not record such files; some screen recorders do.
 */
export async function hasUnknownPlanes(track: InputVideoTrack): Promise<boolean> {
  const [config, codec] = await Promise.all([track.getDecoderConfig(), track.getCodec()]);
  const { matrix, fullRange } = config?.colorSpace ?? {};
  if (matrix === 'rgb') return true;
  if (fullRange !== true || config?.description === undefined) return false;
  const { description } = config;
  const bytes = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
  if (codec === 'avc') return avcChroma(bytes) > HALVED;
  return codec === 'hevc' && hevcChroma(bytes) > HALVED;
}

/**
 * Reads the chroma format from an AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1), where it follows the parameter sets; 4:2:0 for
 * profiles without such a field.
 */
function avcChroma(record: Uint8Array): number {
  if (!AVC_PROFILES_WITH_CHROMA.has(record[1] ?? 0)) return HALVED;
  let at = 5;
  for (const mask of [0x1f, 0xff]) {
    let left = (record[at] ?? 0) & mask;
    at += 1;
    for (; left > 0; left -= 1) at += 2 + (((record[at] ?? 0) << 8) | (record[at + 1] ?? 0));
  }
  return (record[at] ?? HALVED) & 3;
}

/** Reads the chroma format from a HEVCDecoderConfigurationRecord (ISO/IEC 14496-15, 8.3.3.1). */
const hevcChroma = (record: Uint8Array): number => (record[16] ?? HALVED) & 3;
