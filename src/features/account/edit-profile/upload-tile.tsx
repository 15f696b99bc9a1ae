import { css } from '@emotion/react';
import { RotateCcw, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { UploadRow } from '#db/schema.ts';
import { ProgressRing } from '../../../ui/feedback/progress-ring.tsx';
import { IconButton } from '../../../ui/input/icon-button.tsx';
import { usePreview } from '../../../ui/media/use-preview.ts';
import { portrait, radius, space } from '../../../ui/style/tokens.ts';
import { drop, retryOf } from './use-uploads.ts';

const styles = {
  root: css({
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    aspectRatio: '3 / 4',
    overflow: 'hidden',
    borderRadius: radius.field,
    backgroundColor: portrait.night,
    color: portrait.ink,
    '&[data-round]': { position: 'absolute', inset: 0, aspectRatio: 'auto', borderRadius: '36%' },
    '& img, & video': {
      position: 'absolute',
      inset: 0,
      inlineSize: '100%',
      blockSize: '100%',
      objectFit: 'cover',
      opacity: 0.55,
    },
  }),
  ring: css({ position: 'relative', borderRadius: '50%', backgroundColor: portrait.glass }),
  tools: css({
    position: 'absolute',
    insetBlockStart: space(1),
    insetInlineEnd: space(1),
    display: 'flex',
    '[data-round] > &': {
      insetBlockStart: '50%',
      insetInlineEnd: '50%',
      translate: '50% -50%',
      '[dir="rtl"] &': { translate: '-50% -50%' },
    },
    '& button': { backgroundColor: portrait.glass, color: portrait.ink },
  }),
};

/** A pending or failed upload of the profile: preview, progress while it is pending, and buttons to retry a failed one and to cancel. */
export const UploadTile = ({ row, round = false }: { readonly row: UploadRow; readonly round?: boolean }) => {
  const { t } = useTranslation(['edit', 'common']);
  const preview = usePreview(row.file);
  const failed = row.state === 'error';
  const retry = retryOf(row);
  const label = t(row.state === 'sending' ? 'sending' : 'waiting');
  return (
    <div css={styles.root} data-round={round || undefined}>
      {preview && row.purpose !== 'video' ? <img src={preview} alt="" /> : null}
      {preview && row.purpose === 'video' ? (
        <video src={preview} muted playsInline preload="metadata" aria-hidden="true" tabIndex={-1} />
      ) : null}
      {failed ? null : (
        <span css={styles.ring}>
          <ProgressRing
            value={row.state === 'sending' && row.totalBytes > 0 ? row.sentBytes / row.totalBytes : undefined}
            label={label}
            size={round ? 72 : 52}
          />
        </span>
      )}
      <span css={styles.tools}>
        {retry ? (
          <IconButton label={t('common:retry')} onClick={retry}>
            <RotateCcw size={18} />
          </IconButton>
        ) : null}
        <IconButton label={t(failed ? 'dismiss' : 'cancelUpload')} onClick={() => drop(row.id)}>
          <X size={18} />
        </IconButton>
      </span>
    </div>
  );
};
