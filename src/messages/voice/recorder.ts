import { VOICE_MAX_MS } from '#contract/media/rules.ts';

/** Where a recording is. `held`: a finger is on the button. `isSent`: it leaves as soon as it is whole. */
export type RecorderState =
  | { readonly name: 'idle'; readonly fault?: RecorderFault }
  | { readonly name: 'asking'; readonly held: boolean }
  | { readonly name: 'recording'; readonly since: number }
  | { readonly name: 'locked'; readonly since: number }
  | { readonly name: 'ending'; readonly isSent: boolean }
  | { readonly name: 'draft' };
export type RecorderFault = 'denied' | 'none';

/** `at` in ms. `interrupt`: a call begins, the page is hidden, or the recording is as long as one may be. */
export type RecorderEvent =
  | { readonly name: 'press' | 'slideAway' | 'slideUp' | 'stop' | 'interrupt' | 'made' | 'lost' | 'send' | 'discard' }
  | { readonly name: 'release' | 'granted'; readonly at: number }
  | { readonly name: 'refused'; readonly fault: RecorderFault };

/** What is to be done: ask for the microphone, start, end and keep, throw away, send what is there. */
export type RecorderEffect = 'ask' | 'start' | 'finish' | 'cancel' | 'send';
export type Step = { readonly state: RecorderState; readonly effect?: RecorderEffect };

/** A press that is shorter is a tap: it records until it is stopped. */
const TAP_MS = 350;
export const RECORDING_MAX_MS = VOICE_MAX_MS;

const IDLE: RecorderState = { name: 'idle' };
const isUnderWay = ({ name }: RecorderState) => name === 'recording' || name === 'locked';

function stepAsking(state: Extract<RecorderState, { readonly name: 'asking' }>, event: RecorderEvent): Step {
  switch (event.name) {
    case 'release':
      return { state: { name: 'asking', held: false } };
    case 'granted':
      return { state: { name: state.held ? 'recording' : 'locked', since: event.at }, effect: 'start' };
    case 'refused':
      return { state: { name: 'idle', fault: event.fault } };
    case 'slideAway':
    case 'discard':
    case 'interrupt':
      return { state: IDLE, effect: 'cancel' };
    default:
      return { state };
  }
}

function stepUnderWay(
  state: Extract<RecorderState, { readonly name: 'recording' | 'locked' }>,
  event: RecorderEvent,
): Step {
  switch (event.name) {
    case 'slideUp':
      return { state: { name: 'locked', since: state.since } };
    case 'release': {
      if (state.name === 'locked') return { state };
      if (event.at - state.since < TAP_MS) return { state: { name: 'locked', since: state.since } };
      return { state: { name: 'ending', isSent: true }, effect: 'finish' };
    }
    case 'send':
      return { state: { name: 'ending', isSent: true }, effect: 'finish' };
    case 'stop':
    case 'interrupt':
      return { state: { name: 'ending', isSent: false }, effect: 'finish' };
    case 'slideAway':
    case 'discard':
    case 'lost':
      return { state: IDLE, effect: 'cancel' };
    default:
      return { state };
  }
}

/** One step of a recording. Pure: microphone, clock and files are its caller's. */
export function stepRecorder(state: RecorderState, event: RecorderEvent): Step {
  if (state.name === 'asking') return stepAsking(state, event);
  if (state.name === 'recording' || state.name === 'locked') return stepUnderWay(state, event);
  // The microphone was given after all, to nobody.
  if (event.name === 'granted') return { state, effect: 'cancel' };
  if (state.name === 'idle')
    return event.name === 'press' ? { state: { name: 'asking', held: true }, effect: 'ask' } : { state };
  if (state.name === 'ending') {
    if (event.name === 'made') return state.isSent ? { state: IDLE, effect: 'send' } : { state: { name: 'draft' } };
    return event.name === 'lost' || event.name === 'discard' ? { state: IDLE, effect: 'cancel' } : { state };
  }
  if (event.name === 'send') return { state: IDLE, effect: 'send' };
  return event.name === 'discard' ? { state: IDLE, effect: 'cancel' } : { state };
}

/** Whether the microphone is on. */
export const isRecording = isUnderWay;
