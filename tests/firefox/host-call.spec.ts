import { expect, test } from 'playwright/test';
import type { Signal } from '../../contract/calls/calls.ts';
import { clipOf } from '../../demo/hosts/media/clip.ts';
import { createPeer } from '../../demo/hosts/peer.ts';
import { launchFirefox } from './launch.ts';

type Caller = { pc: RTCPeerConnection };

test('Firefox, which offers no H264 and hides its addresses, sees the clip of a demo host', async () => {
  const firefox = await launchFirefox();
  const page = await firefox.newPage();
  const sdp = await page.evaluate(async () => {
    const pc = new RTCPeerConnection({ bundlePolicy: 'max-bundle' });
    Object.assign(globalThis, { pc });
    for (const kind of ['audio', 'video']) pc.addTransceiver(kind);
    await pc.setLocalDescription();
    return pc.localDescription?.sdp ?? '';
  });
  expect(sdp).toContain('a=bundle-only');
  expect(sdp).not.toContain('H264');

  const signals: Signal[] = [];
  const peer = createPeer({
    relays: { servers: [], policy: 'all' },
    generation: 0,
    clip: await clipOf(9001),
    isOffered: true,
    send: (signal) => void signals.push(signal),
    onMedia: () => {},
    onFailed: () => {},
  });
  peer.take({ kind: 'description', generation: 0, type: 'offer', sdp });
  const framesDecoded = () =>
    page.evaluate(
      async (news: Signal[]) => {
        const { pc } = globalThis as unknown as Caller;
        for (const signal of news) {
          if (signal.kind === 'description') await pc.setRemoteDescription({ type: signal.type, sdp: signal.sdp });
          if (signal.kind === 'candidate' && signal.candidate !== '') await pc.addIceCandidate(signal);
        }
        const stats = [...(await pc.getStats()).values()] as { type: string; framesDecoded?: number }[];
        return Math.max(0, ...stats.map(({ framesDecoded: frames = 0 }) => frames));
      },
      // The answer comes first: candidates before it would be refused.
      signals.some(({ kind }) => kind === 'description') ? signals.splice(0) : [],
    );
  await expect.poll(framesDecoded, { timeout: 20_000 }).toBeGreaterThan(15);
  await peer.close();
  await firefox.close();
});
