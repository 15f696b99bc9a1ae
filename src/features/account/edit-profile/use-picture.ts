import { useState } from 'react';
import type { UploadPurpose } from '#contract/media/media.ts';
import type { ErrorCode } from '#contract/result.ts';
import { send } from './use-uploads.ts';

/** What any of today's browsers may decode; the crop makes a JPEG of it. */
export const PICTURES = 'image/*';
/** What we decode at all. What is sent is smaller by far: the part that was cut out. */
const PICTURE_MAX_BYTES = 52_428_800;

/** A picture from a file: decoded, cut by hand, sent. What cannot be read is said beside the field. */
export function usePicture(purpose: UploadPurpose) {
  const [image, setImage] = useState<ImageBitmap>();
  const [fault, setFault] = useState<ErrorCode>();

  const open = async (file: File) => {
    setFault(undefined);
    if (file.size > PICTURE_MAX_BYTES) {
      setFault('upload-too-large');
      return;
    }
    try {
      setImage(await createImageBitmap(file));
    } catch {
      setFault(file.type.startsWith('image/') ? 'upload-unreadable' : 'upload-type');
    }
  };
  const close = () => {
    image?.close();
    setImage(undefined);
  };
  const use = async (cut: Blob) => {
    close();
    await send(purpose, cut);
  };
  return { image, fault, open, close, use };
}
