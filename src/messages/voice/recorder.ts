import { VOICE_MAX_MS } from '#contract/media/rules.ts';
import type { DeviceFault } from '../../media/devices.ts';

/**
 * State of the recorder of voice messages. `asking`: waits for the microphone permission. `recording`: while the button is
 * pressed. `locked`: goes on without the button. `ending`: finishes the file, which is then sent (`isSent`) or becomes a draft. `sending`:
 * waits for the core, which stores the message.
 */
export type RecorderState =
  | { readonly name: 'idle'; readonly fault?: DeviceFault }
  | { readonly name: 'asking'; readonly held: boolean }
  | { readonly name: 'recording'; readonly since: number }
  | { readonly name: 'locked'; readonly since: number }
  | { readonly name: 'ending'; readonly isSent: boolean }
  | { readonly name: 'sending' }
  | { readonly name: 'draft' };
/**
 * Input of `stepRecorder`; `at` in ms. `slideAway` cancels, `slideUp` locks. `interrupt`: a call starts, the page is hidden, the component
 * unmounts, or the maximum duration is reached. `lost`: the microphone stopped; what was recorded is kept. `made` and `nothing`: the file
 * is finished, or is empty. `sent` and `unsent`: the core has stored the message, or has failed to.
 */
export type RecorderEvent =
  | {
      readonly name:
        | 'press'
        | 'slideAway'
        | 'slideUp'
        | 'stop'
        | 'interrupt'
        | 'made'
        | 'nothing'
        | 'lost'
        | 'send'
        | 'sent'
        | 'unsent'
        | 'discard';
    }
  | { readonly name: 'release' | 'granted'; readonly at: number }
  | { readonly name: 'refused'; readonly fault: DeviceFault };

/** Effect that the caller of `stepRecorder` must run: request the microphone, start recording, finish the file, discard it, or send it. */
export type RecorderEffect = 'ask' | 'start' | 'finish' | 'cancel' | 'send';
/** Result of `stepRecorder`: the next state and the effect to run. */
export type Step = { readonly state: RecorderState; readonly effect?: RecorderEffect };

/** A shorter press counts as a tap and locks the recording, ms. */
const TAP_MS = 350;
/** Maximum duration of a voice message, ms. The recorder ends the recording after it. */
export const RECORDING_MAX_MS = VOICE_MAX_MS;

const IDLE: RecorderState = { name: 'idle' };
const SENDING: Step = { state: { name: 'sending' }, effect: 'send' };
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
    case 'lost':
      return { state: { name: 'ending', isSent: false }, effect: 'finish' };
    case 'slideAway':
    case 'discard':
      return { state: IDLE, effect: 'cancel' };
    default:
      return { state };
  }
}

/** State transition of the recorder of voice messages. Pure: the caller runs the effects and provides the time. */
export function stepRecorder(state: RecorderState, event: RecorderEvent): Step {
  if (state.name === 'asking') return stepAsking(state, event);
  if (state.name === 'recording' || state.name === 'locked') return stepUnderWay(state, event);
  // Permission was granted after the recording was cancelled; release the microphone.
  if (event.name === 'granted') return { state, effect: 'cancel' };
  if (state.name === 'idle')
    return event.name === 'press' ? { state: { name: 'asking', held: true }, effect: 'ask' } : { state };
  if (state.name === 'ending') {
    if (event.name === 'made') return state.isSent ? SENDING : { state: { name: 'draft' } };
    if (event.name === 'nothing') return { state: { name: 'idle', fault: 'failed' }, effect: 'cancel' };
    return event.name === 'discard' ? { state: IDLE, effect: 'cancel' } : { state };
  }
  if (state.name === 'sending') {
    if (event.name === 'sent') return { state: IDLE };
    return { state: event.name === 'unsent' ? { name: 'draft' } : state };
  }
  if (event.name === 'send') return SENDING;
  return event.name === 'discard' ? { state: IDLE, effect: 'cancel' } : { state };
}

/** Returns whether the recorder is in the state `recording` or `locked`. */
export const isRecording = ({ name }: RecorderState): boolean => name === 'recording' || name === 'locked';
