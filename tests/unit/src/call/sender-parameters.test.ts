import { expect, test } from 'vitest';
import { withLimits } from '../../../../src/features/calls/call/media/negotiation.ts';

const parameters = (): RTCRtpSendParameters => ({
  transactionId: 't1',
  encodings: [{ active: true }],
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
