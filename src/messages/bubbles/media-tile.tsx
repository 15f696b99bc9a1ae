import { css } from '@emotion/react';
import { ImageOff, Play, RotateCcw, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadIn } from '#contract/media/upload-address.ts';
import type { UploadRow } from '#db/schema.ts';
import { core } from '../../core/core.ts';
import { explainCode } from '../../i18n/errors.ts';
import { formatClock } from '../../i18n/format.ts';
import { useWords } from '../../i18n/more.ts';
import { ProgressRing } from '../../ui/feedback/progress-ring.tsx';
import { reportFailure } from '../../ui/feedback/report.ts';
import { IconButton } from '../../ui/input/icon-button.tsx';
import { blurSrc, mediaSrc, pictureSrc } from '../../ui/media/media-host.ts';
import { usePreview } from '../../ui/media/use-preview.ts';
import { portrait, size, space } from '../../ui/style/tokens.ts';
import { useMissing } from '../media-gone.ts';

const cover = { position: 'absolute', inset: 0, inlineSize: '100%', blockSize: '100%', objectFit: 'cover' } as const;
const styles = {
  root: css({
    position: 'absolute',
    overflow: 'hidden',
    backgroundColor: portrait.night,
    color: portrait.ink,
    '& > img, & > video': cover,
    '& > img[data-blur]': { filter: 'blur(12px)', transform: 'scale(1.15)' },
  }),
  open: css({ position: 'absolute', inset: 0, inlineSize: '100%', blockSize: '100%', outlineOffset: '-4px' }),
  middle: css({
    position: 'absolute',
    inset: 0,
    display: 'grid',
    placeContent: 'center',
    justifyItems: 'center',
    gap: space(1),
    padding: space(1),
    fontSize: size.xs,
    textAlign: 'center',
    pointerEvents: 'none',
    '&[data-dark]': { backgroundColor: portrait.glass },
    '& button': { pointerEvents: 'auto', color: portrait.ink },
    '& > span': { display: 'flex' },
  }),
  glass: css({ display: 'grid', placeItems: 'center', borderRadius: '50%', backgroundColor: portrait.glass }),
  disc: css({ inlineSize: '44px', blockSize: '44px' }),
  chip: css({
    position: 'absolute',
    insetBlockEnd: space(1.5),
    insetInlineStart: space(1.5),
    display: 'flex',
    alignItems: 'center',
    gap: space(1),
    paddingInline: space(2),
    borderRadius: '999px',
    lineHeight: '22px',
    fontSize: size.xs,
    fontVariantNumeric: 'tabular-nums',
    backgroundColor: portrait.glass,
  }),
};

type Item = { readonly url: string; readonly thumb: string; readonly blur: string };
type Props = {
  readonly mid: string;
  readonly item: Item;
  /** Position in the album, in percent of the album's size. */
  readonly place: Readonly<Record<'insetInlineStart' | 'insetBlockStart' | 'inlineSize' | 'blockSize', string>>;
  readonly upload: UploadRow | undefined;
  /** Accessible name. */
  readonly label: string;
  /** Duration of a clip in ms; undefined for a picture. */
  readonly ms?: number | undefined;
  readonly isOneOfMany?: boolean;
  readonly onOpen?: () => void;
  /** Called when the picture was loaded from the server, so that the local copy is no longer needed. */
  readonly onShown: () => void;
  /** Drawn over the picture, such as a clip that plays. */
  readonly children?: ReactNode;
};

type FailedProps = { readonly mid: string; readonly upload: UploadRow; readonly isOneOfMany: boolean };

/**
 * Overlay of a file whose upload failed: buttons to retry and to remove it, and the error of a single file. In an album the caller shows
 * the errors below it, as a small tile has no room.
 */
const Failed = ({ mid, upload, isOneOfMany }: FailedProps) => {
  const { t } = useTranslation('send');
  const run = async (action: 'retryItem' | 'dropItem') => reportFailure(await core[action](mid, upload.id));
  return (
    <div css={styles.middle} data-dark role={isOneOfMany ? undefined : 'alert'}>
      {upload.error === '' || isOneOfMany ? null : explainCode(upload.error)}
      <span>
        <IconButton label={t('retry')} onClick={() => void run('retryItem')}>
          <RotateCcw size={20} />
        </IconButton>
        <IconButton label={t('remove')} onClick={() => void run('dropItem')}>
          <Trash2 size={20} />
        </IconButton>
      </span>
    </div>
  );
};

const Sending = ({ mid, upload }: { readonly mid: string; readonly upload: UploadRow }) => {
  const { t } = useTranslation('send');
  const share = upload.state === 'sending' && upload.totalBytes > 0 ? upload.sentBytes / upload.totalBytes : undefined;
  const cancel = async () => reportFailure(await core.cancelMedia(mid));
  return (
    <div css={styles.middle}>
      <span css={styles.glass}>
        <span css={{ gridArea: '1 / 1', display: 'grid' }}>
          <ProgressRing value={share} label={t('sending')} size={48} />
        </span>
        <span css={{ gridArea: '1 / 1' }}>
          <IconButton label={t('cancel')} onClick={() => void cancel()}>
            <X size={20} />
          </IconButton>
        </span>
      </span>
    </div>
  );
};

/** A picture or the thumbnail of a clip: the local copy during the upload, afterwards the one on the server. */
export const MediaTile = (props: Props) => {
  const { mid, item, place, upload, label, ms, isOneOfMany = false, onOpen, onShown, children } = props;
  const ready = useWords('send');
  const { t } = useTranslation('send');
  const preview = usePreview(upload?.file);
  const isStored = uploadIn(item.url) === undefined && item.thumb !== '';
  const isLocked = item.url === '';
  const { missing, onError } = useMissing(mid, mediaSrc(item.url));
  const isClip = ms !== undefined;
  const isOnItsWay = upload !== undefined && upload.state !== 'done';
  const own = isClip ? (
    <video src={preview} muted playsInline preload="metadata" aria-hidden="true" tabIndex={-1} />
  ) : (
    <img src={preview} alt="" />
  );
  return (
    <div css={styles.root} style={place}>
      {blurSrc(item.blur) === '' || preview ? null : <img data-blur src={blurSrc(item.blur)} alt="" />}
      {preview ? own : null}
      {isStored && !missing ? (
        <img
          src={pictureSrc(item.thumb, 480)}
          alt={label}
          decoding="async"
          loading="lazy"
          draggable={false}
          onLoad={onShown}
          onError={onError}
        />
      ) : null}
      {children}
      {onOpen && !isOnItsWay && missing !== 'gone' ? (
        <button type="button" css={styles.open} aria-label={label} onClick={onOpen} />
      ) : null}
      {ready && isOnItsWay && upload.state === 'error' ? (
        <Failed mid={mid} upload={upload} isOneOfMany={isOneOfMany} />
      ) : null}
      {ready && isOnItsWay && upload.state !== 'error' ? <Sending mid={mid} upload={upload} /> : null}
      {isClip && !isOnItsWay && !isLocked && !children ? (
        <div css={styles.middle} aria-hidden="true">
          <span css={[styles.glass, styles.disc]}>
            <Play size={22} />
          </span>
        </div>
      ) : null}
      {ready && missing && !preview ? (
        <div css={styles.middle} data-dark>
          <ImageOff size={20} aria-hidden="true" />
          {t(missing)}
        </div>
      ) : null}
      {isClip && !isOnItsWay ? <span css={styles.chip}>{formatClock(ms / 1_000)}</span> : null}
    </div>
  );
};
