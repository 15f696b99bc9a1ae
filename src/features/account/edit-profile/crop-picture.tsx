import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyDialog } from '../../../ui/dialog/lazy-dialog.tsx';
import { partOf } from '../../../ui/lazy.tsx';
import type { PictureInHand } from './use-picture.ts';

const cropDialog = partOf(() => import('../../../ui/media/crop-dialog.tsx'));

type Props = { readonly picture: PictureInHand; readonly width: number; readonly height: number };

/** Dialog that crops the opened picture to `width` × `height` px. */
export const CropPicture = ({ picture, width, height }: Props) => {
  const { t } = useTranslation('edit');
  // Preloaded, as a file can be chosen offline as well.
  useEffect(() => cropDialog.prepare(), []);
  if (!picture.image) return null;
  const words = { title: t('crop.title'), area: t('crop.area'), zoom: t('crop.zoom'), use: t('crop.use') };
  const { image, close: onClose } = picture;
  return (
    <LazyDialog
      part={cropDialog}
      with={{ image, width, height, words, onClose, onUse: (cut: Blob) => void picture.use(cut) }}
    />
  );
};
