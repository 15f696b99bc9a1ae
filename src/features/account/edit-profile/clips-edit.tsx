import { Clapperboard } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CLIP_MAX_BYTES } from '#contract/media/rules.ts';
import { type CardVideo, VIDEOS_MAX } from '#contract/people/people.ts';
import type { ErrorCode } from '#contract/result.ts';
import { core } from '../../../core/core.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { MediaTiles } from './media-tiles.tsx';
import { UploadFaults } from './upload-faults.tsx';
import { uploadProfileMedia, useUploads } from './use-uploads.ts';

const CLIPS = 'video/mp4,video/webm,video/quicktime';

/** Editor of the profile's clips. They are uploaded unchanged; the server checks and transcodes them. */
export const ClipsEdit = ({ clips }: { readonly clips: readonly CardVideo[] }) => {
  const { t } = useTranslation('edit');
  const uploads = useUploads('video');
  const [fault, setFault] = useState<ErrorCode>();
  const open = (file: File) => {
    const tooLarge = file.size > CLIP_MAX_BYTES;
    setFault(tooLarge ? 'upload-too-large' : undefined);
    if (!tooLarge) void uploadProfileMedia('video', file);
  };
  return (
    <MediaTiles
      id="edit-clips"
      title={t('clips')}
      hint={t('clipsHint', { max: formatNumber(VIDEOS_MAX) })}
      items={clips}
      tileOf={({ videoUrl, thumbnail }) => ({ key: videoUrl, picture: thumbnail })}
      nameKey="clipName"
      uploads={uploads}
      max={VIDEOS_MAX}
      add={{ label: t('addClip'), accept: CLIPS, icon: <Clapperboard size={24} />, onFile: open }}
      store={async (videos) => {
        const stored = await core.updateProfile({ videos });
        reportFailure(stored);
        return stored;
      }}
    >
      <UploadFaults rows={uploads} local={fault} />
    </MediaTiles>
  );
};
