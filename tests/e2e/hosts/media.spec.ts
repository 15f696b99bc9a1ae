import { expect } from 'playwright/test';
import type { Signal } from '../../../contract/calls/calls.ts';
import { clipOf } from '../../../demo/hosts/media/clip.ts';
import { createPeer, type Peer } from '../../../demo/hosts/peer.ts';
import { launchBrowser } from '../../harness/browser/browser.ts';
import { test } from '../base.ts';
import { openCaller } from './caller-page.ts';

const FAKE_CAMERA = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
];
const HOST = 9001;

/** Connects a demo host and a browser directly, without the hub. */
async function callBetween(codec: string) {
  const context = await launchBrowser({ args: FAKE_CAMERA });
  const page = context.pages()[0] ?? (await context.newPage());
  const clip = await clipOf(HOST);
  const told: string[] = [];
  let peer: Peer | undefined;
  let caller: Awaited<ReturnType<typeof openCaller>> | undefined;
  const early: Signal[] = [];
  const begin = (generation: number) => {
    peer = createPeer({
      relays: { servers: [], policy: 'all' },
      generation,
      clip,
      isOffered: false,
      send: (signal) => void (caller ? caller.take(signal) : early.push(signal)),
      onMedia: () => void told.push(`media ${generation}`),
      onFailed: () => void told.push(`failed ${generation}`),
    });
  };
  caller = await openCaller(page, codec, (signal) => peer?.take(signal));
  begin(1);
  return {
    caller,
    told,
    received: () => peer?.received() ?? 0,
    follow: async (generation: number) => {
      await peer?.close();
      begin(generation);
    },
    close: async () => {
      await peer?.close();
      await context.close();
    },
  };
}

for (const codec of ['video/h264', 'video/vp8']) {
  test(`a browser that offers ${codec} ${codec === 'video/vp8' ? 'and no H264 ' : ''}sees and hears the host, who receives its media`, {
    tag: '@desk',
    lock: 'video',
  }, async () => {
    const call = await callBetween(codec);
    await expect.poll(async () => (await call.caller.seen()).framesDecoded).toBeGreaterThan(30);
    const seen = await call.caller.seen();
    expect(seen.mimeType.toLowerCase()).toBe(codec);
    expect([seen.width, seen.height]).toEqual([480, 640]);
    await expect.poll(async () => (await call.caller.seen()).audioLevel).toBeGreaterThan(0.01);
    await expect.poll(() => call.received()).toBeGreaterThan(30);
    await expect.poll(() => call.told).toEqual(['media 1']);
    await call.close();
  });
}

test('video continues when the connection restarts ICE or a new generation replaces it', {
  tag: '@desk',
  lock: 'video',
}, async () => {
  const call = await callBetween('video/h264');
  const frames = async () => (await call.caller.seen()).framesDecoded;
  await expect.poll(frames).toBeGreaterThan(5);

  const { pairs } = await call.caller.seen();
  await call.caller.restart();
  await expect.poll(async () => (await call.caller.seen()).pairs).toBeGreaterThan(pairs);
  const [shown, came] = [await frames(), call.received()];
  await expect.poll(frames).toBeGreaterThan(shown + 15);
  await expect.poll(() => call.received()).toBeGreaterThan(came + 15);

  await call.caller.again(2);
  await call.follow(2);
  await expect.poll(frames).toBeGreaterThan(5);
  await expect.poll(() => call.told).toEqual(['media 1', 'media 2']);
  await call.close();
});
