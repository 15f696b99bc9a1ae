import { liveQuery, type Subscription } from 'dexie';
import { CALL_HEARTBEAT_INTERVAL_MS, CALL_MEDIA_GIVE_UP_MS, CALL_MEDIA_LOSS_MS } from '#contract/calls/rules.ts';
import { readSignals } from '#db/reads/calls.ts';
import type { CallRow } from '#db/schema.ts';
import { core } from '../../../core/core.ts';
import { tabId } from '../../../core/tab.ts';
import { prepareLocal, releaseLocal, watchLocal } from './local-media.ts';
import { openPeer, type Peer } from './media.ts';
import { mediaNow, showMedia } from './media-view.ts';
import { type Counts, judgeQuality } from './quality.ts';

const FIRST_LOOK_MS = 40;
const LOOK_MS = 2_000;

/** Media of one call in this tab: one peer connection for each generation. */
type Running = {
  readonly id: string;
  readonly generation: number;
  peer: Peer | undefined;
  stop: () => void;
};

let running: Running | undefined;
/** Whether this tab had the call that was seen last. */
let wasOurs = false;

/** Follows the row of the call: opens, replaces and closes connections to match it. */
export function followCall(call: CallRow | undefined): void {
  const ours = call?.ownerTab === tabId && (call.status === 1 || call.status === 2) && call.answered;
  if (ours && running?.id === call.id && running.generation === call.generation) return;
  running?.stop();
  running = undefined;
  if (ours) start(call);
  else if (call ? call.ownerTab !== tabId || call.status > 2 : wasOurs) releaseLocal();
  // A dismissed call must not close the camera of the next one, which may be open already.
  wasOurs = call?.ownerTab === tabId && call.status <= 2;
}

function start(call: CallRow): void {
  const { id, sid, generation, direction, kind } = call;
  let stopped = false;
  let watching: Subscription | undefined;
  let timers: ReturnType<typeof setInterval>[] = [];
  const own: Running = {
    id,
    generation,
    peer: undefined,
    stop() {
      stopped = true;
      watching?.unsubscribe();
      timers.forEach(clearInterval);
      timers = [];
      own.peer?.close();
    },
  };
  running = own;
  showMedia({ remote: undefined, link: 'connecting', quality: undefined });
  const tell = (reason: 'mediaFail' | 'mediaDenied' | 'sdp fail') =>
    void core.tellMedia(tabId, { what: 'failed', reason });

  async function open(): Promise<void> {
    // Candidates are gathered while the camera opens.
    const opening = prepareLocal();
    const relays = await core.callRelays(tabId);
    if (stopped || !relays.ok) return;
    let trouble: ReturnType<typeof setTimeout> | undefined;
    const peer = openPeer({
      relays: relays.value,
      generation,
      polite: direction === 'in',
      // After a match both sides learn of the call at once, in any order.
      kept: generation === 0 && kind !== 'match',
      local: () => mediaNow().local,
      send: (signal) => void core.sendSignal(tabId, signal),
      onRemote: (remote) => showMedia({ remote }),
      onState(link) {
        showMedia({ link });
        if (link === 'connected') {
          clearTimeout(trouble);
          trouble = undefined;
        }
        // The timer runs from the first trouble: each failed restart reports trouble again.
        if (link === 'trouble') trouble ??= setTimeout(() => stopped || tell('mediaFail'), CALL_MEDIA_GIVE_UP_MS);
      },
      onPeerMedia: ({ video, audio }) => showMedia({ peerVideo: video, peerAudio: audio }),
      onBroken: () => tell('sdp fail'),
    });
    own.peer = peer;
    const say = () => peer.tellMedia(mediaNow().camera === 'on', mediaNow().microphone === 'on');
    watchLocal(() => void peer.attach(), say);
    await peer.start();
    listen(peer);
    measure(peer);
    const local = await opening;
    if (stopped) return;
    if (!local) return tell('mediaDenied');
    await peer.attach();
    say();
  }

  function listen(peer: Peer): void {
    let applied = 0;
    let turn = Promise.resolve();
    watching = liveQuery(() => readSignals(sid)).subscribe((rows) => {
      const fresh = rows.filter((row) => (row.id ?? 0) > applied);
      const newest = fresh.at(-1)?.id;
      if (newest === undefined) return;
      applied = newest;
      turn = turn.then(async () => {
        for (const { signal } of fresh) if (!stopped) await peer.apply(signal);
        if (!stopped) void core.takeSignals(tabId, newest);
      });
    });
  }

  function measure(peer: Peer): void {
    let [last, beat]: (Counts | undefined)[] = [];
    // The callee confirms media once the connection is up: a caller who sends no media is not served for free.
    const linked = () => direction === 'in' && mediaNow().link === 'connected';
    const began = performance.now();
    const first = setInterval(async () => {
      const counts = await peer.count();
      const isSeen = counts.packets > 0 && (counts.frames > 0 || !mediaNow().peerVideo);
      const isServed = linked() && performance.now() - began > CALL_MEDIA_LOSS_MS;
      if (stopped || !(isSeen || isServed)) return;
      clearInterval(first);
      void core.tellMedia(tabId, { what: 'connected' });
    }, FIRST_LOOK_MS);
    const look = setInterval(async () => {
      const counts = await peer.count();
      if (stopped) return;
      if (last && counts.packets > 0) showMedia({ quality: judgeQuality(last, counts, mediaNow().peerVideo) });
      last = counts;
    }, LOOK_MS);
    const flow = setInterval(async () => {
      const counts = await peer.count();
      if (stopped) return;
      void core.tellMedia(tabId, { what: 'flow', flowing: counts.bytes > (beat?.bytes ?? 0) || linked() });
      beat = counts;
    }, CALL_HEARTBEAT_INTERVAL_MS);
    timers = [first, look, flow];
  }

  void open();
}
