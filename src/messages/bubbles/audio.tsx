import { css } from '@emotion/react';
import { Pause, Play, RotateCcw, Trash2, X } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Payload } from '#contract/chat/payload.ts';
import { uploadIn } from '#contract/media/upload-address.ts';
import type { ErrorCode } from '#contract/result.ts';
import { placeOf } from '#db/reads/message-order.ts';
import type { MessageRow } from '#db/schema.ts';
import { core } from '../../core/core.ts';
import { useInCall } from '../../data/calls/use-in-call.ts';
import { explainCode } from '../../i18n/errors.ts';
import { formatClock, formatNumber } from '../../i18n/format.ts';
import { useWords } from '../../i18n/more.ts';
import { reportFailure } from '../../ui/feedback/report.ts';
import { IconButton } from '../../ui/input/icon-button.tsx';
import { mediaSrc } from '../../ui/media/media-host.ts';
import { usePreview } from '../../ui/media/use-preview.ts';
import { Hidden } from '../../ui/style/hidden.tsx';
import { size, space } from '../../ui/style/tokens.ts';
import { uploadFor, useBatch } from '../media/use-batch.ts';
import { useMissing } from '../media-gone.ts';
import { cacheCopy } from '../voice/cache-copy.ts';
import { changeRate, pauseVoice, playVoice, seekVoice, usePlaying } from '../voice/player.ts';
import { WaveBars } from '../voice/wave-bars.tsx';
import { VOICE_PX } from './heights.ts';

const styles = {
  root: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(1),
    inlineSize: '240px',
    maxInlineSize: '100%',
    blockSize: `${VOICE_PX}px`,
    '& button': { color: 'inherit' },
  }),
  middle: css({ position: 'relative', flex: 1, minInlineSize: 0 }),
  seek: css({ position: 'absolute', inset: 0, inlineSize: '100%', blockSize: '100%', opacity: 0, cursor: 'pointer' }),
  foot: css({
    display: 'flex',
    gap: space(1.5),
    alignItems: 'center',
    fontSize: size.xs,
    fontVariantNumeric: 'tabular-nums',
  }),
  dot: css({ inlineSize: '8px', blockSize: '8px', borderRadius: '50%', backgroundColor: 'currentColor' }),
  fault: css({ marginBlockStart: '6px', maxInlineSize: '240px', fontSize: size.xs }),
  rate: css({ minInlineSize: '44px', minBlockSize: '44px', fontSize: size.xs, fontVariantNumeric: 'tabular-nums' }),
};

/** Reasons for which the server never takes a file. Their sentences ask for another file, which a recording has not. */
const FINAL: ReadonlySet<string> = new Set<ErrorCode>([
  'upload-type',
  'upload-too-large',
  'upload-too-long',
  'upload-unreadable',
  'upload-disguised',
]);

type Props = { readonly row: MessageRow; readonly payload: Extract<Payload, { readonly kind: 'audio' }> };

/**
 * A voice message: waveform, duration, playback rate, and for its receiver a dot until it was played. A recording that was not uploaded
 * shows why, and can be discarded, and uploaded again if that may succeed.
 */
const AudioBubble = ({ row, payload }: Props) => {
  const ready = useWords('send');
  const { t } = useTranslation('send');
  const [upload] = useBatch(row).filter((one) => uploadFor([one], payload.url));
  const preview = usePreview(upload?.file);
  const playing = usePlaying(row.mid);
  const inCall = useInCall();
  useEffect(() => {
    if (inCall) pauseVoice();
  }, [inCall]);

  const seconds = payload.ms / 1_000;
  const stored = uploadIn(payload.url) === undefined ? mediaSrc(payload.url) : '';
  const src = stored || (preview ?? '');
  useEffect(() => cacheCopy(stored), [stored]);
  const { missing, onError } = useMissing(row.mid, stored);
  const isBroken = playing?.isBroken ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each failed attempt to play
  useEffect(() => {
    if (isBroken && stored !== '') onError();
  }, [isBroken]);
  const isOnItsWay = upload !== undefined && upload.state !== 'done';
  const fault = upload?.state === 'error' ? upload.error : undefined;
  const isFinal = fault !== undefined && FINAL.has(fault);
  const press = () => {
    if (playing?.isPlaying) return pauseVoice();
    playVoice({ mid: row.mid, tid: row.tid, place: placeOf(row), src });
    // If the mini player fails to load, the voice message plays without it.
    import('../voice/mini-player.tsx').then(
      ({ showMiniPlayer }) => showMiniPlayer(),
      () => {},
    );
  };
  const shown = playing && playing.at > 0 ? playing.at : seconds;
  if (!ready) return <div css={styles.root} aria-busy="true" />;
  return (
    <>
      <div css={styles.root}>
        <IconButton
          label={t(playing?.isPlaying ? 'voice.pause' : 'voice.play')}
          disabled={src === '' || inCall}
          onClick={press}
        >
          {playing?.isPlaying ? <Pause size={22} /> : <Play size={22} />}
        </IconButton>
        <div css={styles.middle}>
          <WaveBars wave={payload.wave} share={playing ? Math.min(1, playing.at / Math.max(1, seconds)) : 0} />
          {playing ? (
            <input
              css={styles.seek}
              type="range"
              aria-label={t('voice.seek')}
              aria-valuetext={formatClock(playing.at)}
              min={0}
              max={seconds}
              step={0.1}
              value={Math.min(seconds, playing.at)}
              onChange={({ target }) => seekVoice(row.mid, target.valueAsNumber)}
            />
          ) : null}
          <div css={styles.foot}>
            <Hidden>{t('voice.draft', { time: formatClock(seconds) })}</Hidden>
            <span aria-hidden="true">{formatClock(shown)}</span>
            {payload.played || row.out ? null : (
              <>
                <span css={styles.dot} aria-hidden="true" />
                <Hidden>{t('voice.unplayed')}</Hidden>
              </>
            )}
            {missing ? <span role="alert">{t(missing)}</span> : null}
          </div>
        </div>
        {upload && fault !== undefined && !isFinal ? (
          <IconButton label={t('retry')} onClick={async () => reportFailure(await core.retryItem(row.mid, upload.id))}>
            <RotateCcw size={18} />
          </IconButton>
        ) : null}
        {isOnItsWay ? (
          <IconButton
            label={t(fault === undefined ? 'cancel' : 'voice.discard')}
            onClick={async () => reportFailure(await core.cancelMedia(row.mid))}
          >
            {fault === undefined ? <X size={18} /> : <Trash2 size={18} />}
          </IconButton>
        ) : (
          <button
            type="button"
            css={styles.rate}
            aria-label={t('voice.speed', { speed: formatNumber(playing?.rate ?? 1) })}
            onClick={changeRate}
            disabled={!playing}
          >
            {formatNumber(playing?.rate ?? 1)}×
          </button>
        )}
      </div>
      {fault ? (
        <p css={styles.fault} role="alert">
          {isFinal ? t('voice.refused') : explainCode(fault)}
        </p>
      ) : null}
    </>
  );
};
export default AudioBubble;
