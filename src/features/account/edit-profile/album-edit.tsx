import { ImagePlus } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ALBUM_MAX } from '#contract/people/people.ts';
import { core } from '../../../core/core.ts';
import { useSession } from '../../../data/session.tsx';
import { formatNumber } from '../../../i18n/format.ts';
import { Later, partOf } from '../../../ui/later.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { reportFailure } from '../../../ui/report.ts';
import { FileButton } from './file-button.tsx';
import { TileTools } from './tile-tools.tsx';
import { moved, tiles } from './tiles.ts';
import { UploadFaults } from './upload-faults.tsx';
import { UploadTile } from './upload-tile.tsx';
import { PICTURES, usePicture } from './use-picture.ts';
import { useUploads } from './use-uploads.ts';

const cropDialog = partOf(() => import('../../../ui/crop-dialog.tsx'));
/** Size in pixels of the picture that is sent: 3:4, the shape of portraits. */
const WIDTH = 1_080;
const HEIGHT = 1_440;

async function keep(albums: readonly string[]): Promise<void> {
  const result = await core.updateProfile({ albums });
  reportFailure(result);
}

/** Pictures of the own profile, in the order in which others see them. */
export const AlbumEdit = ({ urls }: { readonly urls: readonly string[] }) => {
  const { t } = useTranslation('edit');
  const { uid = 0, nickName = '' } = useSession() ?? {};
  const uploads = useUploads('album');
  // A file can be chosen without a network too.
  useEffect(() => cropDialog.prepare(), []);
  const picture = usePicture('album');
  const full = urls.length + uploads.filter(({ state }) => state !== 'error').length >= ALBUM_MAX;
  return (
    <section css={tiles.root} aria-labelledby="edit-album">
      <div>
        <h2 css={tiles.title} id="edit-album">
          {t('albums')}
        </h2>
        <p css={tiles.hint}>{t('albumsHint', { max: formatNumber(ALBUM_MAX) })}</p>
      </div>
      <ul css={tiles.list}>
        {urls.map((url, index) => (
          <li key={url} css={tiles.tile}>
            <Picture uid={uid} name={nickName} url={url} sizes="200px" />
            <TileTools
              name={t('photoName', { number: formatNumber(index + 1) })}
              index={index}
              count={urls.length}
              onMove={(step) => void keep(moved(urls, index, step))}
              onRemove={() => void keep(urls.filter((other) => other !== url))}
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
            <FileButton label={t('addPhoto')} accept={PICTURES} onFile={(file) => void picture.open(file)}>
              <span css={tiles.add} aria-hidden="true">
                <ImagePlus size={24} />
                {t('addPhoto')}
              </span>
            </FileButton>
          </li>
        )}
      </ul>
      <UploadFaults rows={uploads} local={picture.fault} />
      {picture.image ? (
        <Later
          part={cropDialog}
          with={{
            image: picture.image,
            width: WIDTH,
            height: HEIGHT,
            words: { title: t('crop.title'), area: t('crop.area'), zoom: t('crop.zoom'), use: t('crop.use') },
            onClose: picture.close,
            onUse: (cut: Blob) => void picture.use(cut),
          }}
        />
      ) : null}
    </section>
  );
};
