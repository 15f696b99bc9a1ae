import { css } from '@emotion/react';
import { ArrowLeft, Clapperboard, Crop, RotateCw, Scissors, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { explain } from '../../../i18n/errors.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { ProgressRing } from '../../../ui/feedback/progress-ring.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { IconButton } from '../../../ui/input/icon-button.tsx';
import { usePreview } from '../../../ui/media/use-preview.ts';
import { color, portrait, radius, size, space } from '../../../ui/style/tokens.ts';
import { convertsClips, type SendTile } from './tiles.ts';

const styles = {
  root: css({ display: 'grid', gap: space(1), listStyle: 'none', alignContent: 'start' }),
  picture: css({
    position: 'relative',
    aspectRatio: '1',
    display: 'grid',
    placeItems: 'center',
    overflow: 'hidden',
    borderRadius: radius.field,
    backgroundColor: portrait.night,
    color: portrait.ink,
    '& img, & video': { position: 'absolute', inset: 0, inlineSize: '100%', blockSize: '100%', objectFit: 'cover' },
  }),
  tools: css({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center' }),
  note: css({ fontSize: size.xs, color: color.soft }),
  fault: css({ fontSize: size.xs, color: color.danger }),
};

type Props = {
  readonly tile: SendTile;
  readonly at: number;
  readonly total: number;
  readonly onEarlier: () => void;
  readonly onRotate: () => void;
  readonly onCrop: () => void;
  /** Conversion progress of a clip, 0 to 1; undefined if its conversion has reported none. */
  readonly progress: number | undefined;
  readonly onTrim: () => void;
  readonly onRemove: () => void;
};

/** Preview of one file in the send sheet, with the tools that move, rotate, crop, trim and remove it. */
export const Tile = ({ tile, at, total, onEarlier, onRotate, onCrop, progress, onTrim, onRemove }: Props) => {
  const { t } = useTranslation('send');
  const preview = usePreview(tile.made?.file ?? tile.file);
  const name = t('photo', { number: formatNumber(at + 1), total: formatNumber(total) });
  return (
    <li css={styles.root}>
      <div css={styles.picture}>
        {preview && tile.isClip && !tile.isOpaque ? (
          <video src={preview} muted playsInline preload="metadata" aria-label={name} />
        ) : null}
        {preview && !tile.isClip && !tile.fault ? <img src={preview} alt={name} /> : null}
        {tile.isOpaque && tile.made ? <Clapperboard size={32} role="img" aria-label={name} /> : null}
        {tile.made || tile.fault ? null : progress === undefined ? (
          <Spinner />
        ) : (
          <ProgressRing value={progress} label={t('preparing')} />
        )}
      </div>
      {tile.fault ? (
        <p css={styles.fault} role="alert">
          {explain(tile.fault)}
        </p>
      ) : null}
      {tile.isAnimated && tile.made ? <p css={styles.note}>{t('firstPicture')}</p> : null}
      <div css={styles.tools}>
        {at > 0 ? (
          <IconButton label={t('earlier')} flip onClick={onEarlier}>
            <ArrowLeft size={18} />
          </IconButton>
        ) : null}
        {tile.isClip || !tile.made ? null : (
          <>
            <IconButton label={t('turn')} onClick={onRotate}>
              <RotateCw size={18} />
            </IconButton>
            <IconButton label={t('crop')} onClick={onCrop}>
              <Crop size={18} />
            </IconButton>
          </>
        )}
        {tile.isClip && !tile.isOpaque && tile.ms !== undefined && convertsClips() ? (
          <IconButton label={t('trim.title')} onClick={onTrim}>
            <Scissors size={18} />
          </IconButton>
        ) : null}
        <IconButton label={t('remove')} onClick={onRemove}>
          <X size={18} />
        </IconButton>
      </div>
    </li>
  );
};
