import { Clapperboard } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CLIP_MAX_BYTES } from '#contract/media/rules.ts';
import { type CardVideo, VIDEOS_MAX } from '#contract/people/people.ts';
import type { ErrorCode } from '#contract/result.ts';
import { core } from '../../../core/core.ts';
import { useSession } from '../../../data/session.tsx';
import { formatNumber } from '../../../i18n/format.ts';
import { Picture } from '../../../ui/picture.tsx';
import { reportFailure } from '../../../ui/report.ts';
import { FileButton } from './file-button.tsx';
import { TileTools } from './tile-tools.tsx';
import { moved, tiles } from './tiles.ts';
import { UploadFaults } from './upload-faults.tsx';
import { UploadTile } from './upload-tile.tsx';
import { send, useUploads } from './use-uploads.ts';

const CLIPS = 'video/mp4,video/webm,video/quicktime';

async function keep(videos: readonly CardVideo[]): Promise<void> {
  const result = await core.updateProfile({ videos });
  reportFailure(result);
}

/** Clips of the own profile. They are sent unchanged: the upload host examines them. */
export const ClipsEdit = ({ clips }: { readonly clips: readonly CardVideo[] }) => {
  const { t } = useTranslation('edit');
  const { uid = 0, nickName = '' } = useSession() ?? {};
  const uploads = useUploads('video');
  const [fault, setFault] = useState<ErrorCode>();
  const full = clips.length + uploads.filter(({ state }) => state !== 'error').length >= VIDEOS_MAX;
  const open = (file: File) => {
    const tooLarge = file.size > CLIP_MAX_BYTES;
    setFault(tooLarge ? 'upload-too-large' : undefined);
    if (!tooLarge) void send('video', file);
  };
  return (
    <section css={tiles.root} aria-labelledby="edit-clips">
      <div>
        <h2 css={tiles.title} id="edit-clips">
          {t('clips')}
        </h2>
        <p css={tiles.hint}>{t('clipsHint', { max: formatNumber(VIDEOS_MAX) })}</p>
      </div>
      <ul css={tiles.list}>
        {clips.map((clip, index) => (
          <li key={clip.videoUrl} css={tiles.tile}>
            <Picture uid={uid} name={nickName} url={clip.thumbnail} sizes="200px" />
            <TileTools
              name={t('clipName', { number: formatNumber(index + 1) })}
              index={index}
              count={clips.length}
              onMove={(step) => void keep(moved(clips, index, step))}
              onRemove={() => void keep(clips.filter((other) => other !== clip))}
            />
          </li>
        ))}
        {uploads.map((row) => (
          <li key={row.id}>
            <UploadTile row={row} />
          </li>
        ))}
        {full ? null : (
          <li>
            <FileButton label={t('addClip')} accept={CLIPS} onFile={open}>
              <span css={tiles.add} aria-hidden="true">
                <Clapperboard size={24} />
                {t('addClip')}
              </span>
            </FileButton>
          </li>
        )}
      </ul>
      <UploadFaults rows={uploads} local={fault} />
    </section>
  );
};
