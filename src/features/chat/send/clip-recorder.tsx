import { css } from '@emotion/react';
import { Circle, Square } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SHORT_VIDEO_MAX_MS } from '#contract/media/rules.ts';
import { useInCall } from '../../../data/calls/use-in-call.ts';
import { explainDevice } from '../../../i18n/errors.ts';
import { formatClock } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/more.ts';
import type { DeviceFault } from '../../../media/devices.ts';
import { showStream } from '../../../media/stream-ref.ts';
import { openPanel } from '../../../ui/dialog/panel.ts';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { showToast } from '../../../ui/feedback/toast.ts';
import { Button } from '../../../ui/input/button.tsx';
import { usePreview } from '../../../ui/media/use-preview.ts';
import { color, portrait, radius, size, space } from '../../../ui/style/tokens.ts';
import { type ClipRecording, openCamera, recordClip } from './camera.ts';

const TICK_MS = 250;

const styles = {
  root: css({ display: 'grid', gap: space(4), padding: space(5), paddingBlockStart: 0, overflowY: 'auto' }),
  film: css({
    inlineSize: '100%',
    aspectRatio: '3 / 4',
    maxBlockSize: '52dvh',
    objectFit: 'cover',
    borderRadius: radius.card,
    backgroundColor: portrait.night,
    '&[data-own]': { transform: 'scaleX(-1)' },
  }),
  line: css({ fontSize: size.xs, color: color.soft, fontVariantNumeric: 'tabular-nums', textAlign: 'center' }),
  fault: css({ color: color.danger, fontSize: size.xs }),
};

type Fault = DeviceFault | 'unsupported';
type Props = { readonly tid: string; readonly onClose: () => void };

/** Records a short clip and plays it back before the user sends it. */
const ClipRecorder = ({ tid, onClose }: Props) => {
  const ready = useWords('send');
  const { t } = useTranslation('send');
  const [camera, setCamera] = useState<MediaStream>();
  const [fault, setFault] = useState<Fault>();
  const [taking, setTaking] = useState<ClipRecording>();
  const [taken, setTaken] = useState<File>();
  const [elapsed, setElapsed] = useState(0);
  const sight = useMemo(() => showStream(camera), [camera]);
  const preview = usePreview(taken);
  const inCall = useInCall();

  useEffect(() => {
    // The camera is off during playback of the recording. During a call the camera belongs to the call.
    if (taken || inCall) return;
    let own: MediaStream | undefined;
    let here = true;
    void openCamera().then((opened) => {
      own = 'stream' in opened ? opened.stream : undefined;
      if (!here) for (const track of own?.getTracks() ?? []) track.stop();
      else if ('fault' in opened) setFault(opened.fault);
      else setCamera(opened.stream);
    });
    return () => {
      here = false;
      setCamera(undefined);
      for (const track of own?.getTracks() ?? []) track.stop();
    };
  }, [taken, inCall]);

  const stop = async () => {
    const film = await taking?.finish();
    setTaking(undefined);
    setTaken(film);
  };
  const start = () => {
    if (!camera) return;
    if (camera.getTracks().some(({ readyState }) => readyState === 'ended')) return setFault('missing');
    const begun = recordClip(camera);
    if (!begun) return setFault('unsupported');
    setElapsed(0);
    setTaking(begun);
  };
  const stopLater = useEffectEvent(() => void stop());
  const onLost = useEffectEvent(() => {
    showToast(t('clip.lost'));
    void stop();
  });
  useEffect(() => {
    if (!taking) return;
    const limit = setTimeout(stopLater, SHORT_VIDEO_MAX_MS);
    const ticks = setInterval(() => setElapsed((before) => before + TICK_MS), TICK_MS);
    const stopIfHidden = () => document.hidden && stopLater();
    document.addEventListener('visibilitychange', stopIfHidden);
    const lose = () => onLost();
    const tracks = camera?.getTracks() ?? [];
    for (const track of tracks) track.addEventListener('ended', lose);
    return () => {
      for (const track of tracks) track.removeEventListener('ended', lose);
      clearTimeout(limit);
      clearInterval(ticks);
      document.removeEventListener('visibilitychange', stopIfHidden);
    };
  }, [taking, camera]);
  useEffect(() => {
    if (inCall) onClose();
  }, [inCall, onClose]);

  if (!ready) return null;
  const use = () => taken && openPanel('send', { tid, files: [taken], isRecorded: true });
  return (
    <Sheet open onClose={onClose} title={t('clip.record')}>
      <div css={styles.root}>
        {taken ? (
          // biome-ignore lint/a11y/useMediaCaption: users' clips have no captions
          <video css={styles.film} src={preview} controls autoPlay loop playsInline />
        ) : (
          <video ref={sight} css={styles.film} data-own muted autoPlay playsInline aria-hidden="true" tabIndex={-1} />
        )}
        {fault ? (
          <p css={styles.fault} role="alert">
            {fault === 'unsupported' ? t('clip.unsupported') : explainDevice('camera', fault)}
          </p>
        ) : (
          <p css={styles.line} role={taking ? 'timer' : undefined}>
            {taking ? formatClock(elapsed / 1_000) : t('clip.limit')}
          </p>
        )}
        {taken ? (
          <>
            <Button variant="primary" wide onClick={use}>
              {t('use')}
            </Button>
            <Button wide onClick={() => setTaken(undefined)}>
              {t('clip.again')}
            </Button>
          </>
        ) : taking ? (
          <Button variant="primary" wide onClick={() => void stop()}>
            <Square size={18} aria-hidden="true" />
            {t('voice.stop')}
          </Button>
        ) : (
          <Button variant="primary" wide disabled={!camera} onClick={start}>
            <Circle size={18} aria-hidden="true" />
            {t('clip.start')}
          </Button>
        )}
      </div>
    </Sheet>
  );
};
export default ClipRecorder;
