import { afterEach, expect, test, vi } from 'vitest';
import { playOrMute, playWhenAllowed } from '../../../../src/media/play.ts';

/** A page whose browser refuses playback until `allow`. */
function page() {
  const gestures = new EventTarget();
  vi.stubGlobal('addEventListener', gestures.addEventListener.bind(gestures));
  vi.stubGlobal('removeEventListener', gestures.removeEventListener.bind(gestures));
  let isAllowed = false;
  const element = {
    paused: true,
    async play() {
      if (!isAllowed) throw new DOMException('no gesture', 'NotAllowedError');
      element.paused = false;
    },
  };
  const shown: boolean[] = [];
  const playing = playWhenAllowed(element as HTMLMediaElement, (isBlocked) => shown.push(isBlocked));
  const allow = () => {
    isAllowed = true;
  };
  return { element, shown, playing, allow, gestures };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));
afterEach(() => vi.unstubAllGlobals());

test('blocked playback is reported and starts at the next gesture', async () => {
  const { element, shown, allow, gestures } = page();
  await settle();
  expect(shown).toEqual([true]);
  allow();
  gestures.dispatchEvent(new Event('pointerup'));
  await settle();
  expect([element.paused, shown]).toEqual([false, [true, false]]);
});

test('blocked playback starts when it is retried, as after the start of capture', async () => {
  const { element, playing, allow } = page();
  await settle();
  allow();
  playing.retry();
  await settle();
  expect(element.paused).toBe(false);
});

test('playback is not retried after it was stopped', async () => {
  const { element, shown, playing, allow, gestures } = page();
  playing.stop();
  await settle();
  allow();
  gestures.dispatchEvent(new Event('keydown'));
  await settle();
  expect([element.paused, shown]).toEqual([true, []]);
});

/** A clip whose browser answers each `play()` with the next error, or starts it. */
function clip(...errors: readonly string[]) {
  const left = [...errors];
  const plays: boolean[] = [];
  const element = {
    muted: false,
    async play() {
      plays.push(element.muted);
      const name = left.shift();
      if (name) throw new DOMException('refused', name);
    },
  };
  const onMuted = vi.fn();
  return { plays, onMuted, played: playOrMute(element as HTMLMediaElement, onMuted) };
}

test('a clip that may not play with sound plays muted', async () => {
  const { plays, onMuted, played } = clip('NotAllowedError');
  await played;
  expect(plays).toEqual([false, true]);
  expect(onMuted).toHaveBeenCalledOnce();
});

test('a clip that is paused before it starts, or cannot be decoded, stays as it is', async () => {
  for (const error of ['AbortError', 'NotSupportedError']) {
    const { plays, onMuted, played } = clip(error);
    await played;
    expect(plays).toEqual([false]);
    expect(onMuted).not.toHaveBeenCalled();
  }
});

test('a clip that may not play at all stays paused without an error', async () => {
  const { plays, played } = clip('NotAllowedError', 'NotAllowedError');
  await played;
  expect(plays).toEqual([false, true]);
});
