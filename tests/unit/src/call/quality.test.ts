import { expect, test } from 'vitest';
import {
  type Counts,
  countStats,
  createUnusableWatch,
  isUsable,
  judgeQuality,
  type Quality,
} from '../../../../src/features/calls/call/media/quality.ts';

const NONE = { frames: undefined, sound: undefined };
const before: Counts = {
  at: 0,
  packets: 0,
  lost: 0,
  frames: 0,
  bytes: 0,
  rtt: 0,
  peerLoss: 0,
  received: NONE,
  sent: NONE,
};
const after: Counts = {
  at: 2_000,
  packets: 400,
  lost: 0,
  frames: 50,
  bytes: 90_000,
  rtt: 0.05,
  peerLoss: 0,
  received: NONE,
  sent: NONE,
};

test.each([
  ['all is well', {}, 'good'],
  ['one packet in thirty is lost', { packets: 290, lost: 10 }, 'fair'],
  ['one packet in ten is lost', { packets: 270, lost: 30 }, 'poor'],
  ['the peer loses one packet in ten of those sent', { peerLoss: 0.1 }, 'poor'],
  ['the way is long', { rtt: 0.5 }, 'fair'],
  ['the picture crawls', { frames: 8 }, 'poor'],
  ['nothing comes', { packets: 0 }, 'poor'],
] as const)('the connection quality is correct when %s', (_what, change, quality) => {
  expect(judgeQuality(before, { ...after, ...change }, true)).toBe(quality);
});

test('without video the frame counters are ignored', () => {
  expect(judgeQuality(before, { ...after, frames: 0 }, false)).toBe('good');
});

test('the counters of all inbound streams are summed', () => {
  const report = [
    {
      type: 'inbound-rtp',
      kind: 'video',
      packetsReceived: 10,
      packetsLost: 1,
      framesReceived: 6,
      framesDecoded: 5,
      bytesReceived: 100,
    },
    { type: 'inbound-rtp', kind: 'audio', packetsReceived: 20, packetsLost: 0, bytesReceived: 50 },
    { type: 'outbound-rtp', kind: 'video', framesSent: 9, packetsSent: 90 },
    { type: 'outbound-rtp', kind: 'audio', packetsSent: 30 },
    { type: 'remote-inbound-rtp', fractionLost: 0.03 },
    { type: 'remote-inbound-rtp', fractionLost: 0.01 },
    { type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.2 },
    { type: 'candidate-pair', nominated: false, currentRoundTripTime: 9 },
  ];
  expect(countStats(report, 7)).toEqual({
    at: 7,
    packets: 30,
    lost: 1,
    frames: 5,
    bytes: 150,
    rtt: 0.2,
    peerLoss: 0.03,
    received: { frames: 6, sound: 20 },
    sent: { frames: 9, sound: 30 },
  });
});

test('audio only is offered once, after eight seconds of a poor picture', () => {
  let count = 0;
  const watch = createUnusableWatch(() => {
    count += 1;
  });
  const rate = (...qualities: Quality[]) => {
    qualities.forEach(watch);
    return count;
  };
  expect(rate('poor', 'poor', 'poor', 'fair', 'poor', 'poor', 'poor')).toBe(0);
  expect(rate('poor')).toBe(1);
  expect(rate('good', 'poor', 'poor', 'poor', 'poor', 'poor')).toBe(1);
});

test.each([
  ['picture and sound arrive', {}, {}, true],
  ['the picture is frozen', { frames: 105 }, {}, false],
  ['no sound arrives', { sound: 50 }, {}, false],
  ['the camera is off and sound arrives', { frames: 100 }, { video: false }, true],
  ['the microphone is off and the picture moves', { sound: 50 }, { audio: false }, true],
  ['camera and microphone are off', {}, { video: false, audio: false }, false],
  ['the browser does not count frames', { frames: undefined }, {}, true],
] as const)('media are judged as usable or not when %s', (_what, change, off, usable) => {
  const counts = { before: { frames: 100, sound: 50 }, after: { frames: 200, sound: 300, ...change }, seconds: 5 };
  expect(isUsable(counts, { video: true, audio: true, ...off })).toBe(usable);
});
