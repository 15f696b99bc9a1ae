import { beforeEach, expect, test, vi } from 'vitest';
import type { MessageRow } from '#db/schema.ts';
import { messageRow } from '../message-row.ts';

const unplayed: MessageRow[] = [];
const played: string[] = [];
vi.mock('#db/reads/uploads.ts', () => ({
  readNextVoice: async (tid: string, [stamp]: readonly number[]) =>
    unplayed.find((row) => row.tid === tid && row.stamp > (stamp ?? 0) && !played.includes(row.mid)),
}));
vi.mock('../../../../../src/core/core.ts', () => ({ core: { playedVoice: async (mid: string) => played.push(mid) } }));
vi.mock('../../../../../src/ui/media/media-host.ts', () => ({ mediaSrc: (url: string) => url }));
vi.mock('react', () => ({
  useSyncExternalStore: (_subscribe: unknown, now: () => unknown) => now(),
}));

/** An audio element that plays at once, and ends when the test triggers it. */
class FakeAudio extends EventTarget {
  static last: FakeAudio;
  src = '';
  currentTime = 0;
  playbackRate = 1;
  playing = false;
  constructor() {
    super();
    FakeAudio.last = this;
  }
  async play() {
    this.playing = true;
    this.dispatchEvent(new Event('play'));
  }
  pause() {
    this.playing = false;
    this.dispatchEvent(new Event('pause'));
  }
  end() {
    this.pause();
    this.dispatchEvent(new Event('ended'));
  }
}
const tabs: EventTarget[] = [];
const told: unknown[] = [];
class FakeChannel extends EventTarget {
  constructor() {
    super();
    tabs.push(this);
  }
  postMessage(message: unknown) {
    told.push(message);
  }
}
vi.stubGlobal('Audio', FakeAudio);
vi.stubGlobal('BroadcastChannel', FakeChannel);
const { changeRate, closeVoice, playVoice, useVoice } = await import('../../../../../src/messages/voice/player.ts');

const voiceOf = (mid: string, stamp: number, tid = 'u_9001') => ({
  mid,
  tid,
  place: [stamp, 0] as const,
  src: `/media/p/${mid}`,
});
const rowOf = (mid: string, date: number) =>
  messageRow(mid, date, {
    tid: 'u_9001',
    payload: { kind: 'audio', url: `/media/p/${mid}`, ms: 1_000, wave: '', played: false },
  });

beforeEach(() => {
  unplayed.length = played.length = told.length = 0;
  playVoice(voiceOf('x', 0, ''));
  closeVoice();
});

test('the next unplayed voice follows at the same speed, then the player closes', async () => {
  unplayed.push(rowOf('b', 2), rowOf('c', 3));
  playVoice(voiceOf('a', 1));
  changeRate();
  FakeAudio.last.end();
  await vi.waitUntil(() => useVoice().mid === 'b');
  expect([FakeAudio.last.src, FakeAudio.last.playbackRate, useVoice().isPlaying]).toEqual(['/media/p/b', 1.5, true]);
  await vi.waitUntil(() => played.includes('b'));
  FakeAudio.last.end();
  await vi.waitUntil(() => useVoice().mid === 'c');
  await vi.waitUntil(() => played.includes('c'));
  FakeAudio.last.end();
  await vi.waitUntil(() => useVoice().mid === '');
  expect(useVoice()).toMatchObject({ isPlaying: false, rate: 1.5 });
});

test('an unsent recording is followed by no other', async () => {
  unplayed.push(rowOf('b', 2));
  playVoice(voiceOf('draft', 1, ''));
  FakeAudio.last.end();
  await vi.waitUntil(() => useVoice().mid === '');
});

test('another voice that was started meanwhile is not cut off', async () => {
  playVoice(voiceOf('a', 1));
  FakeAudio.last.end();
  playVoice(voiceOf('z', 9));
  await vi.waitUntil(() => played.includes('z'));
  expect(useVoice()).toMatchObject({ mid: 'z', isPlaying: true });
});

test('other tabs are notified of playback, and a playing tab pauses', () => {
  playVoice(voiceOf('a', 1));
  expect(told).toHaveLength(2);
  tabs[0]?.dispatchEvent(new Event('message'));
  expect([FakeAudio.last.playing, useVoice()]).toMatchObject([false, { mid: 'a', isPlaying: false }]);
});
