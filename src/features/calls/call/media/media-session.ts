import i18next from 'i18next';
import type { RelaySet } from '#contract/calls/calls.ts';
import { CALL_HEARTBEAT_INTERVAL_MS, CALL_MEDIA_GIVE_UP_MS, CALL_MEDIA_LOSS_MS } from '#contract/calls/rules.ts';
import { CALL_SIGNALS_CHANNEL, type NumberedSignal, type SignalNews } from '#contract/calls/signal-channel.ts';
import { createSerialQueue } from '#contract/serial-queue.ts';
import { readSignals } from '#db/reads/calls.ts';
import { type LiveSubscription, liveQuery } from '#db/reads/live-query.ts';
import type { CallRow } from '#db/schema.ts';
import { core } from '../../../../core/core.ts';
import { tabId } from '../../../../core/tab.ts';
import { setVeil } from '../../../../media/camera/camera-effects.ts';
import { showToast } from '../../../../ui/feedback/toast.ts';
import {
  isSent,
  prepareLocal,
  releaseLocal,
  setSwitches,
  switchesNow,
  toggleDevice,
  watchLocal,
} from './local-media.ts';
import { openPeer, type Peer } from './media.ts';
import { isVeiled, mediaNow, showMedia } from './media-view.ts';
import { type Counts, createUnusableWatch, isUsable, judgeQuality } from './quality.ts';
import { untilGranted } from './until-granted.ts';

const FIRST_LOOK_MS = 40;
const LOOK_MS = 2_000;
/** Delay after which the stored signals are watched as well, in case the core does not broadcast them; ms. */
const ROWS_AFTER_MS = 1_000;

/**
 * Media of one call in this tab. Each generation of the call, which begins when another page takes the call over or rejoins it, has its own
 * peer connection.
 */
type Running = {
  readonly id: string;
  readonly generation: number;
  peer: Peer | undefined;
  /** Called when the peer has answered; repeated calls do nothing. */
  onAnswered: () => void;
  /** Sets whether video and audio are withheld, as they are while the call waits for the caller to buy gems. */
  hold: (isHeld: boolean) => void;
  stop: () => void;
};

let running: Running | undefined;
/** Called when a session description has been passed to the core. */
let onDescribed: () => void = () => {};
/** Whether this tab owned the call in the last update. */
let wasOurs = false;

/**
 * Resolves when this tab has sent its next session description, or after `withinMs`. The panel of an incoming call
 * waits for it before it changes the page, which would delay the answer.
 */
export function whenDescribed(withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, withinMs);
    onDescribed = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

/**
 * Synchronizes this tab's media connection with the call row: opens it if this tab owns the call, replaces it for a new
 * generation, and closes it at the end.
 */
export function followCall(call: CallRow | undefined): void {
  // The media run also before the call is granted and answered: the offer is made while it rings.
  const ours = call?.ownerTab === tabId && call.status <= 2;
  if (ours && running?.id === call.id && running.generation === call.generation) {
    if (call.answered) running.onAnswered();
    running.hold(isWaiting(call));
    return;
  }
  const isTakenOver = running?.id !== call?.id;
  running?.stop();
  running = undefined;
  // When this tab begins to own the call, the row has its switches, for example those set in another tab. Later this tab has newer ones
  // than the row.
  if (ours && isTakenOver) setSwitches(call);
  if (ours && isTakenOver) showMedia({ peerRevealed: false });
  if (ours) start(call);
  else if (call ? call.ownerTab !== tabId || call.status > 2 : wasOurs) releaseLocal();
  // False for an ended call: its dismissal must not close the camera, which the next call may have opened already.
  wasOurs = ours;
}

/** Returns the session descriptions of the call in this tab, own and peer's; empty without a call and until both sides agreed. */
export const descriptionsNow = (): readonly [own: string, peers: string] => running?.peer?.descriptions() ?? ['', ''];

/** Blurs the own picture in a random match until both sides have revealed theirs. */
const followVeil = ({ kind }: Pick<CallRow, 'kind'>): void => setVeil(isVeiled(kind, mediaNow()));

const isWaiting = ({ waitUntil = 0 }: CallRow): boolean => waitUntil > 0;

/**
 * Offers to turn the own camera off, so that the voice gets through a weak connection. The peer usually gets the same offer. Does nothing
 * while the camera is off.
 */
function offerAudioOnly(): void {
  const isOn = () => mediaNow().camera === 'on';
  if (!isOn()) return;
  const run = () => void (isOn() && toggleDevice('video'));
  showToast(i18next.t('call:weakForVideo'), 'calm', { label: i18next.t('call:cameraOff'), run });
}

function start(call: CallRow): void {
  const { id, generation, direction, kind } = call;
  let stopped = false;
  let answered = call.answered;
  let isHeld = isWaiting(call);
  let begin: (() => Promise<void>) | undefined;
  let watching: LiveSubscription | undefined;
  const channel = new BroadcastChannel(CALL_SIGNALS_CHANNEL);
  let timers: ReturnType<typeof setInterval>[] = [];
  let endFrames = () => {};
  const own: Running = {
    id,
    generation,
    peer: undefined,
    onAnswered() {
      answered = true;
      void begin?.();
      begin = undefined;
    },
    hold(held) {
      if (held === isHeld) return;
      isHeld = held;
      void own.peer?.attach();
    },
    stop() {
      stopped = true;
      channel.close();
      watching?.unsubscribe();
      timers.forEach(clearInterval);
      timers = [];
      endFrames();
      own.peer?.close();
    },
  };
  running = own;
  showMedia({ remote: undefined, link: 'connecting', quality: undefined });
  followVeil(call);
  const tell = (reason: 'mediaFail' | 'mediaDenied' | 'sdp fail' | 'noCodec') =>
    void core.reportMedia(tabId, { what: 'failed', reason });

  async function open(): Promise<void> {
    // ICE candidates are gathered while the camera opens.
    const opening = prepareLocal();
    const apply = listen();
    const fetchRelays = () =>
      untilGranted(
        () => core.callRelays(tabId),
        () => !stopped,
      );
    const begun = await fetchRelays();
    if (!begun) return;
    let relays: RelaySet = begun;
    const { sid = call.sid, signals = [] } = begun;
    let trouble: ReturnType<typeof setTimeout> | undefined;
    const peer = openPeer({
      relays: () => relays,
      generation,
      polite: direction === 'in',
      // In a match both sides learn of the call at the same time, so the hub does not buffer the caller's signals.
      kept: generation === 0 && kind !== 'match',
      local: () => (isHeld ? undefined : mediaNow().local),
      send(signal) {
        void core.sendSignal(tabId, signal);
        if (signal.kind === 'description') onDescribed();
      },
      onRemote: (remote) => showMedia({ remote }),
      onState(link) {
        showMedia({ link });
        if (link === 'connected') {
          clearTimeout(trouble);
          trouble = undefined;
        }
        // The timeout runs from the first failure: each failed ICE restart reports trouble again.
        if (link === 'trouble') trouble ??= setTimeout(() => stopped || tell('mediaFail'), CALL_MEDIA_GIVE_UP_MS);
      },
      onPeerMedia({ video, audio, revealed = true }) {
        showMedia({ peerVideo: video, peerAudio: audio, peerRevealed: revealed });
        followVeil(call);
      },
      onBroken: tell,
    });
    own.peer = peer;
    const say = () => peer.tellMedia(isSent('video'), isSent('audio'), switchesNow().revealed);
    const onSwitch = () => {
      followVeil(call);
      say();
      void core.reportMedia(tabId, { what: 'switched', ...switchesNow() });
    };
    watchLocal(() => void peer.attach(), onSwitch);
    const isOffered = signals.some(({ signal }) => signal.kind === 'description');
    await peer.start(isOffered);
    if (stopped) return;
    apply(peer, sid, signals);
    const isAhead = !call.answered && direction === 'out';
    begin = async () => {
      measure(peer);
      // The caller's first TURN credentials are valid only until the call is answered.
      const lasting = isAhead ? await fetchRelays() : undefined;
      if (lasting) relays = lasting;
    };
    if (answered || !isAhead) own.onAnswered();
    if (call.checksPictures) void checkPictures();
    const local = await opening;
    if (stopped) return;
    if ('fault' in local) return tell('mediaDenied');
    await peer.attach();
    say();
  }

  /** Sends frames of the own picture to the check of the server. Without its script none are sent. */
  async function checkPictures(): Promise<void> {
    const { sendFrames } = await import('./frame-check.ts');
    if (!stopped) endFrames = sendFrames();
  }

  /** Buffers the peer's signals from now on. The returned function applies them and the given ones, each once, in order. */
  function listen() {
    const known = new Set<number>();
    const early: SignalNews[] = [];
    let peer: Peer | undefined;
    const queue = createSerialQueue();
    function take(signals: readonly NumberedSignal[]): void {
      const own = peer;
      if (!own) return;
      const fresh = signals.filter((signal) => !known.has(signal.id));
      const newest = fresh.at(-1)?.id;
      if (newest === undefined) return;
      for (const signal of fresh) known.add(signal.id);
      void queue.add(async () => {
        for (const { signal } of fresh) if (!stopped) await own.apply(signal);
        if (!stopped) void core.takeSignals(tabId, newest);
      });
    }
    channel.onmessage = ({ data }: MessageEvent<SignalNews>) => void early.push(data);
    return (opened: Peer, sid: string, first: readonly NumberedSignal[]): void => {
      peer = opened;
      const takeNews = (news: SignalNews) => {
        if (news.sid === sid) take(news.signals);
      };
      take(first);
      early.splice(0).forEach(takeNews);
      channel.onmessage = ({ data }: MessageEvent<SignalNews>) => takeNews(data);
      const rows = setTimeout(() => {
        if (stopped) return;
        watching = liveQuery(() => readSignals(sid)).subscribe((found) =>
          take(found.flatMap(({ id = 0, signal }) => ({ id, signal }))),
        );
      }, ROWS_AFTER_MS);
      timers.push(rows);
    };
  }

  function measure(peer: Peer): void {
    let [last, beat]: (Counts | undefined)[] = [];
    // For the callee a connection counts as media, even if none arrive: otherwise a caller could avoid charges by sending none.
    const linked = () => direction === 'in' && mediaNow().link === 'connected';
    const began = performance.now();
    const first = setInterval(async () => {
      // Before the connection is up no media can arrive, and `getStats` would slow down its setup.
      if (mediaNow().link !== 'connected') return;
      const counts = await peer.count();
      const { peerVideo, soundBlocked } = mediaNow();
      const isSeen = counts.packets > 0 && (counts.frames > 0 || !peerVideo) && !soundBlocked;
      const isServed = linked() && performance.now() - began > CALL_MEDIA_LOSS_MS;
      if (stopped || !(isSeen || isServed)) return;
      clearInterval(first);
      void core.reportMedia(tabId, { what: 'connected' });
    }, FIRST_LOOK_MS);
    /**
     * Returns whether the charged media, those that the caller receives and the callee sends, were usable between two samples. True during
     * a wait for gems, when nothing is sent.
     */
    const isUsableSince = (before: Counts, after: Counts): boolean => {
      if (isHeld) return true;
      const seconds = (after.at - before.at) / 1_000;
      if (direction === 'in') {
        const isOn = { video: isSent('video'), audio: isSent('audio') };
        return isUsable({ before: before.sent, after: after.sent, seconds }, isOn);
      }
      const { peerVideo, peerAudio } = mediaNow();
      const isOn = { video: peerVideo, audio: peerAudio };
      return isUsable({ before: before.received, after: after.received, seconds }, isOn);
    };
    const watchUnusable = createUnusableWatch(offerAudioOnly);
    const quality = setInterval(async () => {
      const counts = await peer.count();
      if (stopped) return;
      if (last && counts.packets > 0) {
        const rated = judgeQuality(last, counts, mediaNow().peerVideo);
        showMedia({ quality: rated });
        watchUnusable(rated);
      }
      last = counts;
    }, LOOK_MS);
    const flow = setInterval(async () => {
      const counts = await peer.count();
      if (stopped) return;
      const flowing = counts.bytes > (beat?.bytes ?? 0) || linked();
      void core.reportMedia(tabId, {
        what: 'flow',
        flowing,
        usable: beat === undefined || isUsableSince(beat, counts),
      });
      beat = counts;
    }, CALL_HEARTBEAT_INTERVAL_MS);
    timers.push(first, quality, flow);
  }

  open().catch((error: unknown) => {
    console.warn('failed to open the media of a call', error);
    if (!stopped) tell('sdp fail');
  });
}
