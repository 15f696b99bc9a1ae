import { ImagePlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ALBUM_MAX } from '#contract/people/people.ts';
import { core } from '../../../core/core.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { CropPicture } from './crop-picture.tsx';
import { MediaTiles } from './media-tiles.tsx';
import { UploadFaults } from './upload-faults.tsx';
import { PICTURES, usePicture } from './use-picture.ts';
import { useUploads } from './use-uploads.ts';

/** Size of the uploaded picture, px: 3:4, as for portraits. */
const WIDTH = 1_080;
const HEIGHT = 1_440;

/** Editor of the profile's pictures, in the order in which other users see them: adds cropped ones, moves and removes them. */
export const AlbumEdit = ({ urls }: { readonly urls: readonly string[] }) => {
  const { t } = useTranslation('edit');
  const uploads = useUploads('album');
  const picture = usePicture('album');
  return (
    <MediaTiles
      id="edit-album"
      title={t('albums')}
      hint={t('albumsHint', { max: formatNumber(ALBUM_MAX) })}
      items={urls}
      tileOf={(url) => ({ key: url, picture: url })}
      nameKey="photoName"
      uploads={uploads}
      max={ALBUM_MAX}
      add={{
        label: t('addPhoto'),
        accept: PICTURES,
        icon: <ImagePlus size={24} />,
        onFile: (file) => void picture.open(file),
      }}
      store={async (albums) => {
        const stored = await core.updateProfile({ albums });
        reportFailure(stored);
        return stored;
      }}
    >
      <UploadFaults rows={uploads} local={picture.fault} />
      <CropPicture picture={picture} width={WIDTH} height={HEIGHT} />
    </MediaTiles>
  );
};
