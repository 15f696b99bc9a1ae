/*
 * Runs in the page of `encode.ts`. The loop is encoded twice and the second round is used: by then the rate control has adapted and
 * spends as much on the first frame as on the others.
 */
const text = (data) => btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(''));

globalThis.encodeLoop = async ({ codec, bitsPerSecond, frames, size, rate, keyEvery }) => {
  const packets = [];
  let description = '';
  let name = codec;
  let failure;
  const encoder = new VideoEncoder({
    output(chunk, metadata) {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      packets.push({ type: chunk.type, data: text(data) });
      const config = metadata?.decoderConfig;
      if (config?.description) description = text(new Uint8Array(config.description));
      if (config) name = config.codec;
    },
    error(error) {
      failure = error;
    },
  });
  encoder.configure({
    codec,
    ...size,
    framerate: rate,
    bitrate: bitsPerSecond,
    bitrateMode: 'variable',
    latencyMode: 'quality',
    ...(codec.startsWith('avc1') ? { avc: { format: 'avc' } } : {}),
  });
  for (let at = 0; at < frames.length * 2; at++) {
    const response = await fetch(`data:image/jpeg;base64,${frames[at % frames.length]}`);
    const picture = await createImageBitmap(await response.blob());
    const frame = new VideoFrame(picture, { timestamp: Math.round((at * 1_000_000) / rate) });
    encoder.encode(frame, { keyFrame: at % keyEvery === 0 });
    frame.close();
    picture.close();
  }
  await encoder.flush();
  encoder.close();
  if (failure) throw failure;
  return { codec: name, description, packets: packets.slice(-frames.length) };
};
