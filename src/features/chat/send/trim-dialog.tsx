import { css } from '@emotion/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CLIP_MAX_SECONDS } from '#contract/media/rules.ts';
import { formatClock } from '../../../i18n/format.ts';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { ProgressRing } from '../../../ui/feedback/progress-ring.tsx';
import { showToast } from '../../../ui/feedback/toast.ts';
import { Button } from '../../../ui/input/button.tsx';
import { Slider } from '../../../ui/input/slider.tsx';
import { usePreview } from '../../../ui/media/use-preview.ts';
import { color, portrait, radius, size, space } from '../../../ui/style/tokens.ts';
import { cutClip } from './clips.ts';
import { type Ends, movedEnds } from './ends.ts';

const STEP_SECONDS = 0.1;

const styles = {
  root: css({ display: 'grid', gap: space(4), padding: space(5), paddingBlockStart: 0, overflowY: 'auto' }),
  film: css({
    inlineSize: '100%',
    // Leaves room for the buttons in the dialog on a desktop screen.
    maxBlockSize: 'min(44dvh, 320px)',
    borderRadius: radius.card,
    backgroundColor: portrait.night,
  }),
  chosen: css({ fontSize: size.xs, color: color.soft, fontVariantNumeric: 'tabular-nums' }),
  working: css({ display: 'flex', alignItems: 'center', gap: space(3) }),
};

type Props = {
  readonly file: Blob;
  readonly ms: number;
  readonly onClose: () => void;
  readonly onUse: (cut: Blob) => void;
};

/** Lets the user choose the section of a clip that is sent. */
const TrimDialog = ({ file, ms, onClose, onUse }: Props) => {
  const { t } = useTranslation('send');
  const preview = usePreview(file);
  const film = useRef<HTMLVideoElement>(null);
  const all = ms / 1_000;
  const [ends, setEnds] = useState<Ends>({ from: 0, to: Math.min(all, CLIP_MAX_SECONDS) });
  const [share, setShare] = useState<number>();
  const work = useRef<AbortController>(undefined);
  useEffect(() => () => work.current?.abort(), []);

  const move = (end: keyof Ends) => (to: number) => {
    setEnds((before) => movedEnds(before, end, to, all));
    if (film.current) film.current.currentTime = to;
  };
  const use = async () => {
    work.current = new AbortController();
    const { signal } = work.current;
    setShare(0);
    const cut = await cutClip(file, ends, { onProgress: setShare, signal });
    if (signal.aborted) return;
    setShare(undefined);
    if (cut) onUse(cut);
    else showToast(t('trim.failed'), 'bad');
  };
  const cancel = () => {
    work.current?.abort();
    setShare(undefined);
  };
  const isBusy = share !== undefined;
  return (
    <Sheet open onClose={onClose} title={t('trim.title')}>
      <div css={styles.root}>
        {/* biome-ignore lint/a11y/useMediaCaption: users' clips have no captions */}
        <video ref={film} css={styles.film} src={preview} controls playsInline preload="auto" />
        <Slider
          label={t('trim.from')}
          value={ends.from}
          min={0}
          max={all}
          step={STEP_SECONDS}
          say={formatClock}
          disabled={isBusy}
          onSlide={move('from')}
        />
        <Slider
          label={t('trim.to')}
          value={ends.to}
          min={0}
          max={all}
          step={STEP_SECONDS}
          say={formatClock}
          disabled={isBusy}
          onSlide={move('to')}
        />
        <p css={styles.chosen}>
          {t('trim.chosen', { time: formatClock(ends.to - ends.from), max: formatClock(CLIP_MAX_SECONDS) })}
        </p>
        {isBusy ? (
          <div css={styles.working}>
            <ProgressRing value={share} label={t('trim.working')} size={44} />
            <Button wide onClick={cancel}>
              {t('cancel')}
            </Button>
          </div>
        ) : (
          <Button variant="primary" wide onClick={() => void use()}>
            {t('use')}
          </Button>
        )}
      </div>
    </Sheet>
  );
};
export default TrimDialog;
