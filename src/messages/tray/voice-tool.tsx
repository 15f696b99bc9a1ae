import { css } from '@emotion/react';
import { Lock, Mic, SendHorizontal, Square, Trash2 } from 'lucide-react';
import { nanoid } from 'nanoid';
import { type KeyboardEvent, useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { core, userActions } from '../../core/core.ts';
import { useInCall } from '../../data/calls/use-in-call.ts';
import { explainDevice } from '../../i18n/errors.ts';
import { formatClock } from '../../i18n/format.ts';
import { useWords } from '../../i18n/more.ts';
import { openDevices } from '../../media/devices.ts';
import { reportFailure } from '../../ui/feedback/report.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { useDrag } from '../../ui/input/gestures.ts';
import { IconButton } from '../../ui/input/icon-button.tsx';
import { pressedKey } from '../../ui/keys.ts';
import { color, radius, size, space } from '../../ui/style/tokens.ts';
import { recordVoice, type VoiceRecording } from '../voice/microphone.ts';
import { pauseVoice } from '../voice/player.ts';
import {
  isRecording,
  RECORDING_MAX_MS,
  type RecorderEvent,
  type RecorderState,
  stepRecorder,
} from '../voice/recorder.ts';
import { WaveBars } from '../voice/wave-bars.tsx';
import type { TrayToolProps } from './tools.ts';

const [AWAY_PX, UP_PX] = [80, 60];
const FRAME_MS = 100;
const QUIET = '0'.repeat(48);

const styles = {
  root: css({
    display: 'grid',
    gap: space(2),
    marginBlockEnd: space(2),
    padding: space(3),
    borderRadius: radius.card,
    backgroundColor: color.raised,
  }),
  row: css({ display: 'flex', alignItems: 'center', gap: space(2) }),
  wave: css({ flex: 1, minInlineSize: 0, color: color.accentText }),
  time: css({ minInlineSize: '44px', fontVariantNumeric: 'tabular-nums' }),
  hint: css({ fontSize: size.xs, color: color.soft }),
  fault: css({ fontSize: size.xs, color: color.danger }),
  hold: css({ touchAction: 'none' }),
};

/** A finished recording as the core takes it. Its upload id is the stanza id too: sent again after a lost answer, it is one message. */
type Recording = MediaDraft['items'][number];
type MediaDraft = Parameters<typeof userActions.sendMedia>[1];

/** Loudness (0 to 1) as a hex digit of the waveform. */
const digitOf = (level: number) => Math.min(15, Math.round(Math.sqrt(level) * 24)).toString(16);

/** Records a voice message. Releasing sends it, sliding aside discards it; a tap or a slide up locks the recording. */
const VoiceTool = ({ tid, startedBy, onClose }: TrayToolProps) => {
  const ready = useWords('send');
  const { t } = useTranslation('send');
  const state = useRef<RecorderState>({ name: 'idle' });
  const taking = useRef<VoiceRecording>(undefined);
  const voice = useRef<Recording>(undefined);
  const live = useRef(QUIET);
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const inCall = useInCall();
  const mounted = useRef(true);
  const primary = useRef<HTMLSpanElement>(null);

  /** Closes this tool; does nothing once it is unmounted, because another panel may be open then. */
  const close = () => mounted.current && onClose();

  const ask = async () => {
    const opened = await openDevices({ audio: true });
    if ('fault' in opened) return tell({ name: 'refused', fault: opened.fault });
    pauseVoice();
    const taken = recordVoice(opened.stream, () => {
      if (isRecording(state.current)) showToast(t('voice.lost'));
      tell({ name: 'lost' });
    });
    taking.current?.cancel();
    taking.current = taken;
    tell({ name: 'granted', at: performance.now() });
  };
  const finish = async () => {
    const made = await taking.current?.finish();
    voice.current = made && { uploadId: nanoid(), ...made, w: 0, h: 0 };
    taking.current = undefined;
    tell({ name: voice.current ? 'made' : 'nothing' });
    // `tell` has changed the state; the cast undoes the narrowing of TypeScript.
    if ((state.current as RecorderState).name === 'draft') await keep();
  };
  /** Saves an unsent recording as the draft of the conversation, which is shown above its input. */
  const keep = async () => {
    const made = voice.current;
    if (!made) return;
    const stored = await core.keepVoice(tid, made);
    if (!stored.ok) return reportFailure(stored);
    tell({ name: 'discard' });
    close();
  };
  const cancel = () => {
    taking.current?.cancel();
    taking.current = voice.current = undefined;
  };
  const send = async () => {
    const made = voice.current;
    if (!made) return;
    const draft = { kind: 'audio', items: [made], body: '', price: 0, gift: '' } as const;
    const sent = await userActions.sendMedia(tid, draft, made.uploadId);
    reportFailure(sent);
    tell({ name: sent.ok ? 'sent' : 'unsent' });
    if (!sent.ok) return keep();
    voice.current = undefined;
    close();
  };
  function tell(event: RecorderEvent): void {
    const { state: next, effect } = stepRecorder(state.current, event);
    state.current = next;
    if (effect === 'start') live.current = QUIET;
    if (effect === 'ask') void ask();
    if (effect === 'finish') void finish();
    if (effect === 'cancel') {
      cancel();
      if (startedBy) close();
    }
    if (effect === 'send') void send();
    drawAgain();
  }
  const slide = ({ x, y }: { readonly x: number; readonly y: number }) => {
    if (state.current.name !== 'recording') return;
    if (Math.abs(x) > AWAY_PX) tell({ name: 'slideAway' });
    else if (-y > UP_PX) tell({ name: 'slideUp' });
  };
  const tellLater = useEffectEvent(tell);
  const slideLater = useEffectEvent(slide);
  const isOn = isRecording(state.current);

  useEffect(() => {
    if (inCall) tellLater({ name: 'interrupt' });
  }, [inCall]);
  useEffect(() => {
    const interruptIfHidden = () => document.hidden && tellLater({ name: 'interrupt' });
    document.addEventListener('visibilitychange', interruptIfHidden);
    mounted.current = true;
    return () => {
      document.removeEventListener('visibilitychange', interruptIfHidden);
      mounted.current = false;
      tellLater({ name: 'interrupt' });
    };
  }, []);
  useEffect(() => {
    if (!isOn) return;
    const limit = setTimeout(() => tellLater({ name: 'interrupt' }), RECORDING_MAX_MS);
    const frames = setInterval(() => {
      live.current = `${live.current.slice(1)}${digitOf(taking.current?.level() ?? 0)}`;
      drawAgain();
    }, FRAME_MS);
    return () => {
      clearTimeout(limit);
      clearInterval(frames);
    };
  }, [isOn]);

  useEffect(() => {
    if (!startedBy) return;
    tellLater({ name: 'press' });
    const followPressed = () => {
      if (startedBy === 'key' || !startedBy.get().isDown) tellLater({ name: 'release', at: performance.now() });
      else slideLater(startedBy.get());
    };
    followPressed();
    return startedBy === 'key' ? undefined : startedBy.subscribe(followPressed);
  }, [startedBy]);
  const isLocked = state.current.name === 'locked';
  useEffect(() => {
    if (startedBy === 'key' && isLocked) primary.current?.querySelector('button')?.focus();
  }, [startedBy, isLocked]);

  const drag = useDrag<HTMLSpanElement>({
    // Only the record button can be held; the buttons that take its place are clicked.
    mayStart: () => state.current.name === 'idle' && !inCall,
    onStart: () => tell({ name: 'press' }),
    onMove: slide,
    onEnd: () => tell({ name: 'release', at: performance.now() }),
  });
  const onEscape = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (pressedKey(event) !== 'Escape') return;
    // Listens in the capture phase: the handlers of the input and the conversation would only close the tool and keep the recording.
    event.preventDefault();
    tell({ name: 'discard' });
    close();
  });
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => onEscape(event);
    addEventListener('keydown', listener, true);
    return () => removeEventListener('keydown', listener, true);
  }, []);
  if (!ready) return null;

  const now = state.current;
  const elapsed = now.name === 'recording' || now.name === 'locked' ? performance.now() - now.since : 0;
  const ms = voice.current?.ms ?? elapsed;
  const tap = () => {
    if (now.name !== 'idle') return tell({ name: 'stop' });
    tell({ name: 'press' });
    tell({ name: 'release', at: performance.now() });
  };
  /** Keys cannot hold the button: a press starts or stops the recording. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (pressedKey(event) !== ' ' && pressedKey(event) !== 'Enter') return;
    event.preventDefault();
    if (event.repeat) return;
    tap();
  };
  const isDraft = now.name === 'draft';
  /** Whether the press outside the tray that opened the tool still starts or holds the recording; it has no button here until then. */
  const isHeldOutside = startedBy !== undefined && (now.name === 'asking' || now.name === 'recording');
  return (
    <section css={styles.root} aria-label={t('voice.record')}>
      <div css={styles.row}>
        <span css={styles.time} role="timer">
          {formatClock(ms / 1_000)}
        </span>
        <span css={styles.wave}>
          <WaveBars wave={voice.current?.wave ?? live.current} share={1} />
        </span>
        {isOn || isDraft ? (
          <IconButton label={t('voice.discard')} onClick={() => tell({ name: 'discard' })}>
            <Trash2 size={20} />
          </IconButton>
        ) : null}
        {now.name === 'recording' ? (
          <IconButton label={t('voice.lock')} onClick={() => tell({ name: 'slideUp' })}>
            <Lock size={20} />
          </IconButton>
        ) : null}
        {now.name === 'locked' ? (
          <IconButton label={t('voice.stop')} onClick={() => tell({ name: 'stop' })}>
            <Square size={20} />
          </IconButton>
        ) : null}
        <span css={styles.hold} ref={primary} {...drag}>
          {isHeldOutside ? null : now.name === 'locked' || isDraft ? (
            <IconButton label={t('send')} variant="accent" flip onClick={() => tell({ name: 'send' })}>
              <SendHorizontal size={20} />
            </IconButton>
          ) : (
            <IconButton
              label={t('voice.record')}
              variant="accent"
              disabled={inCall || now.name === 'sending'}
              onKeyDown={onKeyDown}
              // Click by a screen reader: no pointer or key event preceded it.
              onClick={({ detail }) => detail === 0 && tap()}
            >
              <Mic size={20} />
            </IconButton>
          )}
        </span>
      </div>
      {now.name === 'idle' && now.fault ? (
        <p css={styles.fault} role="alert">
          {explainDevice('microphone', now.fault)}
        </p>
      ) : (
        <p css={styles.hint}>{t('voice.hint')}</p>
      )}
    </section>
  );
};
export default VoiceTool;
