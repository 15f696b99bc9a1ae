import { useState } from 'react';
import type { UploadPurpose } from '#contract/media/media.ts';
import type { ErrorCode } from '#contract/result.ts';
import { openPicture } from '../../../media/pictures.ts';
import { uploadProfileMedia } from './use-uploads.ts';

/** `accept` value for pictures; `openPicture` decides by the bytes. */
export const PICTURES = 'image/*';

/** State of the picture that the user chose for the profile, while it is decoded and cropped, and the actions on it. */
export type PictureInHand = {
  /** Decoded picture while the user crops it; otherwise undefined. */
  readonly image: ImageBitmap | undefined;
  readonly fault: ErrorCode | undefined;
  open(file: File): Promise<void>;
  close(): void;
  use(cut: Blob): Promise<void>;
};

/** Decodes a picture, lets the user crop it, and uploads the result. A file that cannot be decoded sets `fault`. */
export function usePicture(purpose: UploadPurpose): PictureInHand {
  const [image, setImage] = useState<ImageBitmap>();
  const [fault, setFault] = useState<ErrorCode>();

  const open = async (file: File) => {
    setFault(undefined);
    const opened = await openPicture(file);
    if (opened.ok) setImage(opened.value);
    else setFault(opened.error.code);
  };
  const close = () => {
    image?.close();
    setImage(undefined);
  };
  const use = async (cut: Blob) => {
    close();
    await uploadProfileMedia(purpose, cut);
  };
  return { image, fault, open, close, use };
}
