import { css } from '@emotion/react';
import { Camera } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../data/session.tsx';
import { Avatar } from '../../../person/avatar.tsx';
import { buttonStyle } from '../../../ui/input/button.tsx';
import { FileButton } from '../../../ui/input/file-button.tsx';
import { size, space } from '../../../ui/style/tokens.ts';
import { CropPicture } from './crop-picture.tsx';
import { UploadFaults } from './upload-faults.tsx';
import { UploadTile } from './upload-tile.tsx';
import { PICTURES, usePicture } from './use-picture.ts';
import { useUploads } from './use-uploads.ts';

/** Edge length of the uploaded picture, px. */
const SIDE = 1_080;

const styles = {
  root: css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space(5) }),
  face: css({ position: 'relative' }),
  side: css({ display: 'grid', gap: space(2), justifyItems: 'start', flex: '1 1 140px', minInlineSize: 0 }),
  title: css({ fontSize: size.lg }),
};

/** Editor of the user's avatar: shows it, or the upload that is to replace it, and crops and uploads another picture. */
export const AvatarEdit = ({ url }: { readonly url: string }) => {
  const { t } = useTranslation('edit');
  const session = useSession();
  const uploads = useUploads('avatar');
  const picture = usePicture('avatar');
  if (!session) return null;
  const latest = uploads.at(-1);
  return (
    <section css={styles.root} aria-labelledby="edit-avatar">
      <span css={styles.face}>
        <Avatar uid={session.uid} name={session.nickName} src={url} size="huge" />
        {latest && latest.state !== 'error' ? <UploadTile row={latest} round /> : null}
      </span>
      <div css={styles.side}>
        <h2 css={styles.title} id="edit-avatar">
          {t('avatar')}
        </h2>
        <FileButton label={t('changeAvatar')} accept={PICTURES} onFile={(file) => void picture.open(file)}>
          <span css={buttonStyle} data-look="plain" data-size="small" aria-hidden="true">
            <Camera size={18} />
            {t('changeAvatar')}
          </span>
        </FileButton>
        <UploadFaults rows={uploads} local={picture.fault} />
      </div>
      <CropPicture picture={picture} width={SIDE} height={SIDE} />
    </section>
  );
};
