import { expect, test } from 'vitest';
import { H264RtpPayload, Vp8RtpPayload } from 'werift';
import { packH264, parameterSetsOf } from '../../../../demo/hosts/media/h264.ts';
import { firstCodecOf, isHidden, withBundledPorts, withCandidates } from '../../../../demo/hosts/media/offer.ts';
import { player } from '../../../../demo/hosts/media/player.ts';
import { packVp8 } from '../../../../demo/hosts/media/vp8.ts';

const bytes = (length: number, first: number) => Buffer.from([first, ...Array.from({ length }, (_, at) => at % 251)]);
const START_CODE = Buffer.from([0, 0, 0, 1]);
const FITS = 1_200;

test('a VP8 frame of any size is split and reassembled', () => {
  for (const size of [10, 1_149, 1_150, 5_000]) {
    const frame = bytes(size, 0x9d);
    const payloads = packVp8(frame);
    expect(Math.max(...payloads.map(({ length }) => length))).toBeLessThan(FITS);
    const parts = payloads.map((payload) => Vp8RtpPayload.deSerialize(payload));
    expect(parts.map((part) => part.isPartitionHead)).toEqual(parts.map((_, at) => at === 0));
    expect(Buffer.concat(parts.map(({ payload }) => payload)).equals(frame)).toBe(true);
  }
});

test('an H.264 key frame follows its parameter sets, and is reassembled in order', () => {
  const [sps, pps] = [bytes(12, 0x67), bytes(4, 0x68)];
  const units = [bytes(5_000, 0x65), bytes(30, 0x41)];
  const sized = units.flatMap((unit) => [Buffer.from([0, 0, unit.length >> 8, unit.length & 0xff]), unit]);
  const payloads = packH264(Buffer.concat(sized), [sps, pps]);
  expect(Math.max(...payloads.map(({ length }) => length))).toBeLessThan(FITS);
  let fragment: Buffer | undefined;
  const read = payloads.map((payload) => {
    const part = H264RtpPayload.deSerialize(payload, fragment);
    fragment = part.fragment;
    return part.payload ?? Buffer.alloc(0);
  });
  const whole = [sps, pps, ...units].flatMap((unit) => [START_CODE, unit]);
  expect(Buffer.concat(read).equals(Buffer.concat(whole))).toBe(true);
});

test("the parameter sets are read from an MP4's configuration record", () => {
  const record = Buffer.from('0142c016ffe100126742c0168c8d40f02893506060607844235001000468ce3c80', 'hex');
  const sets = parameterSetsOf(record).map((set) => Buffer.from(set).toString('hex'));
  expect(sets).toEqual(['6742c0168c8d40f028935060606078442350', '68ce3c80']);
});

test('the codec that the offer names first is sent', () => {
  const offer = (order: string) =>
    `v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=rtpmap:111 opus/48000/2\r\nm=video 9 UDP/TLS/RTP/SAVPF ${order}\r\na=rtpmap:96 VP8/90000\r\na=rtpmap:97 rtx/90000\r\na=rtpmap:103 H264/90000\r\n`;
  expect(firstCodecOf(offer('97 96 103'))).toBe('vp8');
  expect(firstCodecOf(offer('103 97 96'))).toBe('h264');
  expect(firstCodecOf('v=0\r\n')).toBe('h264');
});

/** A clip of six pictures with a key frame at 0 and 3, played by a clock that the test moves. */
function start() {
  const clock = { now: 0 };
  const sent = { pictures: [] as string[], sounds: 0, timestamps: [] as number[] };
  const play = player({
    pictures: Array.from({ length: 6 }, (_, n) => ({ payloads: [Buffer.from([n])], isKey: n % 3 === 0 })),
    voice: [Buffer.from([0])],
    now: () => clock.now,
    video({ payload, timestamp }) {
      sent.pictures.push(String(payload[0]));
      sent.timestamps.push(timestamp);
    },
    sound: () => {
      sent.sounds += 1;
    },
  });
  const pass = (ms: number) => {
    for (let at = 0; at < ms; at += 20) {
      clock.now += 20;
      play.tick();
    }
  };
  return { clock, sent, play, pass };
}

test('a second has fifteen video frames and fifty audio packets, and the clip repeats', () => {
  const { sent, play, pass } = start();
  play.tick();
  pass(980);
  expect(sent.pictures.join('')).toBe('012345012345012');
  expect(sent.timestamps.slice(0, 3)).toEqual([0, 6_000, 12_000]);
  expect(sent.sounds).toBe(50);
});

test('a peer that lost a frame gets a key frame at once, but not repeatedly', () => {
  const { sent, play, pass } = start();
  pass(680);
  const before = sent.pictures.length;
  expect(sent.pictures.at(-1)).toBe('4');
  play.wantKey();
  play.wantKey();
  pass(60);
  expect(sent.pictures.slice(before)).toEqual(['5']);
});

test('the clip continues after a pause instead of catching up', () => {
  const { clock, sent, play, pass } = start();
  pass(200);
  const before = sent.sounds;
  clock.now += 30_000;
  play.tick();
  expect(sent.sounds - before).toBeLessThanOrEqual(1);
  pass(1_000);
  expect(sent.sounds - before).toBeGreaterThan(45);
});

test('the video of an offer by Firefox, which is only used in the bundle, is not taken for rejected', () => {
  const sound = 'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 109\r\na=mid:0\r\n';
  const video = 'm=video 0 UDP/TLS/RTP/SAVPF 120\r\na=mid:1\r\n';
  expect(withBundledPorts(`${sound}${video}a=bundle-only\r\n`)).toContain('m=video 9 UDP');
  expect(withBundledPorts(`${sound}${video}`)).toBe(`${sound}${video}`);
});

test('an offer with hidden candidates only gets one that keeps the connection waiting for the checks of the browser', () => {
  const hidden = 'a=candidate:0 1 UDP 2122 794efc10-ef0f.local 43029 typ host\r\n';
  const open = 'a=candidate:1 1 UDP 2122 203.0.113.7 43029 typ host\r\n';
  const sound = 'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 109\r\na=mid:0\r\n';
  const video = 'm=video 9 UDP/TLS/RTP/SAVPF 120\r\na=mid:1\r\n';
  expect(withCandidates(`${sound}${hidden}${open}${video}`)).toBe(`${sound}${open}${video}`);
  const waiting = withCandidates(`${sound}${hidden}a=end-of-candidates\r\n${video}`);
  expect(waiting).toMatch(/^v=0\r\nm=audio [^m]*a=mid:0\r\na=candidate:0 1 udp [^\n]*\nm=video/);
  expect(waiting).not.toContain('.local');
  expect([hidden, open].map(isHidden)).toEqual([true, false]);
});
