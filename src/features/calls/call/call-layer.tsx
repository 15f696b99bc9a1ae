import { useEffect, useState } from 'react';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { CALL_STATUS, isOver, isUnderWay } from '#contract/calls/calls.ts';
import { core } from '../../../core/core.ts';
import { tabId } from '../../../core/tab.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { localValue } from '../../../local.ts';
import { isCallSupported } from '../../../media/call-support.ts';
import { isCallPage, isVideo } from '../../../paths.ts';
import { useNoPrompts } from '../../../ui/dialog/prompts.ts';
import { Lazy, partOf, renderNothing } from '../../../ui/lazy.tsx';
import { untilGranted } from './media/until-granted.ts';
import { useCall, useCallMedia } from './media/use-call-media.ts';
import { useSystemControls } from './media/use-system-controls.ts';
import { useWakeLock } from './media/use-wake-lock.ts';
import { useWishToast } from './stage/use-wish-toast.ts';

const callHere = localValue('call-here', (stored) => stored ?? '', 'tab');
/** Id of the call that this tab shows as a strip, kept over a reload. */
const minimised = localValue('call-minimised', (stored) => stored ?? '', 'tab');

/** Stores in this tab's `sessionStorage` the id of the call that it owns, so that it can return to the call after a reload. */
const rememberCall = callHere.write;
/** Returns whether this tab owned the call with this id before a reload; it then rejoins without asking, while that is possible. */
const isReturning = (id: string): boolean => id !== '' && callHere.read() === id;

const incoming = partOf(() => import('./incoming-panel.tsx'));
const callback = partOf(() => import('./callback-panel.tsx'));
/** Delay before the incoming panel is preloaded, ms: the page itself is drawn by then. */
const PREPARE_AFTER_MS = 1_000;
const strip = partOf(() => import('./call-strip.tsx'));

/**
 * Call UI on every page: the media if this tab owns the call, an incoming call, a host's request to be called back, and the strip that
 * leads back to the call, or after it to the receipt of a call that ended while it was minimised in this tab.
 */
const CallLayer = () => {
  const call = useCall();
  const wish = useAppState('callback');
  const [path] = useBrowserLocation();
  const [answering, setAnswering] = useState(false);
  useCallMedia();
  useWishToast();
  const ended = call ? isOver(call.status) : false;
  useNoPrompts(call !== undefined && call !== null && !ended);
  const ours = call?.ownerTab === tabId && !ended;
  const id = call?.id ?? '';
  const running = ours && call && isUnderWay(call.status) ? call : undefined;
  useWakeLock(running !== undefined);
  useSystemControls(running);
  const returning =
    call !== undefined && call !== null && !ended && call.rejoinUntil > 0 && isReturning(call.id) && isCallSupported();

  // The incoming panel is preloaded, so that an incoming call is shown without waiting for its module.
  useEffect(() => {
    const timer = setTimeout(incoming.prepare, PREPARE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (ours) rememberCall(id);
  }, [ours, id]);
  // After a reload the tab that owned the call resumes it.
  useEffect(() => {
    let isWanted = returning;
    void untilGranted(
      () => core.rejoinCall(tabId),
      () => isWanted,
    );
    return () => {
      isWanted = false;
    };
  }, [returning]);

  const shown = isVideo(path) || isCallPage(path);
  useEffect(() => {
    if (shown || running) minimised.write(shown ? '' : id);
  }, [shown, running, id]);
  if (call && ended && !shown && minimised.read() === id)
    return <Lazy part={strip} with={{ call }} missing={renderNothing} />;
  if (!call || ended) return wish ? <Lazy part={callback} with={{ wish }} missing={renderNothing} /> : null;
  if (call.status === CALL_STATUS.CALLIN || answering)
    return <Lazy part={incoming} with={{ call, onAnswering: setAnswering }} missing={renderNothing} />;
  return isUnderWay(call.status) && !shown ? <Lazy part={strip} with={{ call }} missing={renderNothing} /> : null;
};
export default CallLayer;
