import { expect, test } from 'vitest';
import { limitSenders, withLimits } from '../../../../src/features/calls/call/media/sender-limits.ts';

const parameters = (encodings: RTCRtpEncodingParameters[] = [{ active: true }]): RTCRtpSendParameters => ({
  transactionId: 't1',
  encodings,
  codecs: [],
  headerExtensions: [],
  rtcp: {},
});

test('audio goes before video, and both have a bitrate that a call needs', () => {
  const [audio] = withLimits('audio', parameters()).encodings;
  const [video] = withLimits('video', parameters()).encodings;
  expect(audio).toMatchObject({ active: true, priority: 'high', networkPriority: 'high', maxBitrate: 32_000 });
  expect(video).toMatchObject({ active: true, priority: 'low', networkPriority: 'low', maxBitrate: 1_500_000 });
  expect(withLimits('video', parameters())).toMatchObject({
    transactionId: 't1',
    degradationPreference: 'maintain-framerate',
  });
  expect(withLimits('audio', parameters())).not.toHaveProperty('degradationPreference');
});

test('each sender gets its limits, also when the browser refuses those of another', async () => {
  const limited: string[] = [];
  const transceiver = (kind: string, encodings?: RTCRtpEncodingParameters[]) => ({
    receiver: { track: { kind } },
    sender: {
      getParameters: () => parameters(encodings),
      async setParameters() {
        if (kind === 'audio') throw new TypeError('unknown parameter');
        limited.push(kind);
      },
    },
  });
  const transceivers = [transceiver('audio'), transceiver('video', []), transceiver('video')];
  await limitSenders({ getTransceivers: () => transceivers as unknown as RTCRtpTransceiver[] });
  expect(limited).toEqual(['video']);
});
