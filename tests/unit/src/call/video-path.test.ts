import { expect, test } from 'vitest';
import { uidOfPeer, videoPath } from '../../../../src/paths.ts';

test.each(['u_9001@localhost', 'u_9001@localhost/phone', 'u_9001', '9001'])(
  'the path of a call names its peer by %s',
  (jid) => {
    expect(uidOfPeer(videoPath(jid).slice('/video/'.length))).toBe(9_001);
  },
);

test.each(['', 'someone@localhost', '%E0%A4%A', '0', 'u_0'])('the path of a call with %j names no one', (param) => {
  expect(uidOfPeer(param)).toBeUndefined();
});
