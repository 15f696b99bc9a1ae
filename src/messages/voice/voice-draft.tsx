import { css } from '@emotion/react';
import { Pause, Play, SendHorizontal, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UploadRow } from '#db/schema.ts';
import { core, userActions } from '../../core/core.ts';
import { useInCall } from '../../data/calls/use-in-call.ts';
import { formatClock } from '../../i18n/format.ts';
import { useWords } from '../../i18n/more.ts';
import { reportFailure } from '../../ui/feedback/report.ts';
import { IconButton } from '../../ui/input/icon-button.tsx';
import { usePreview } from '../../ui/media/use-preview.ts';
import { color, radius, size, space } from '../../ui/style/tokens.ts';
import { closeVoice, pauseVoice, playVoice, usePlaying } from './player.ts';
import { WaveBars } from './wave-bars.tsx';

const styles = {
  root: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(2),
    marginBlockEnd: space(2),
    paddingInline: space(2),
    borderRadius: radius.card,
    backgroundColor: color.raised,
  }),
  wave: css({ flex: 1, minInlineSize: 0, color: color.accentText }),
  time: css({ fontSize: size.xs, fontVariantNumeric: 'tabular-nums' }),
};

type Props = { readonly tid: string; readonly row: UploadRow };

/** Above the input: an unsent recording that was stopped or interrupted. The user can play, send or discard it. */
const VoiceDraft = ({ tid, row }: Props) => {
  const ready = useWords('send');
  const { t } = useTranslation('send');
  const preview = usePreview(row.file);
  const playing = usePlaying(row.id);
  const inCall = useInCall();
  const [busy, setBusy] = useState(false);
  const { ms = 0, wave = '' } = row.facts ?? {};
  if (!ready || !row.file) return null;
  const press = () => {
    if (playing?.isPlaying) pauseVoice();
    // An empty thread id: playback does not continue with the next voice message.
    else playVoice({ mid: row.id, tid: '', place: [0, 0], src: preview ?? '' });
  };
  const stop = () => {
    if (playing) closeVoice();
  };
  const send = async (file: Blob) => {
    stop();
    setBusy(true);
    const items = [{ uploadId: row.id, file, ms, wave, w: 0, h: 0 }];
    // The upload's id is the stanza id too: a second press after a lost answer sends no second message.
    reportFailure(await userActions.sendMedia(tid, { kind: 'audio', items, body: '', price: 0, gift: '' }, row.id));
    setBusy(false);
  };
  const discard = async () => {
    stop();
    reportFailure(await core.dropUpload(row.id));
  };
  const { file } = row;
  return (
    <section css={styles.root} aria-label={t('voice.kept')}>
      <IconButton
        label={t(playing?.isPlaying ? 'voice.pause' : 'voice.play')}
        disabled={inCall || !preview}
        onClick={press}
      >
        {playing?.isPlaying ? <Pause size={20} /> : <Play size={20} />}
      </IconButton>
      <span css={styles.wave}>
        <WaveBars wave={wave} share={playing ? Math.min(1, (playing.at * 1_000) / Math.max(1, ms)) : 0} />
      </span>
      <span css={styles.time}>{formatClock(ms / 1_000)}</span>
      <IconButton label={t('voice.discard')} onClick={() => void discard()}>
        <Trash2 size={20} />
      </IconButton>
      <IconButton label={t('send')} variant="accent" flip disabled={busy} onClick={() => void send(file)}>
        <SendHorizontal size={20} />
      </IconButton>
    </section>
  );
};
export default VoiceDraft;
