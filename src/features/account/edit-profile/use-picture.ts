import { useState } from 'react';
import type { UploadPurpose } from '#contract/media/media.ts';
import type { ErrorCode } from '#contract/result.ts';
import { send } from './use-uploads.ts';

/** Types that any current browser may decode; the crop makes a JPEG. */
export const PICTURES = 'image/*';
/** Largest file that we decode. The crop that is sent is far smaller. */
const PICTURE_MAX_BYTES = 52_428_800;

export type PictureInHand = {
  /** Opened, and not sent or closed yet. */
  readonly image: ImageBitmap | undefined;
  readonly fault: ErrorCode | undefined;
  open(file: File): Promise<void>;
  close(): void;
  use(cut: Blob): Promise<void>;
};

/**
 * Makes a picture from a file: decodes it, lets the viewer crop it, sends it. A file that cannot be read is a fault of
 * the field.
 */
export function usePicture(purpose: UploadPurpose): PictureInHand {
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
