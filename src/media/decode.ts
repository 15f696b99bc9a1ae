type Size = { readonly w: number; readonly h: number };

/** A picture of more pixels, about 100 MB in memory, is reduced to `REDUCED_WIDTH_PX` while it is decoded, if both its sides are longer. */
const WHOLE_MAX_PIXELS = 25_000_000;
const REDUCED_WIDTH_PX = 4_096;

/** Returns the width at which to decode a picture; undefined for its own size, if it is small or narrow, or its size is unknown. */
export function decodedWidth({ w, h }: Size): number | undefined {
  // The head does not say whether the picture is rotated, so its shorter edge decides. A long, narrow picture would become too small.
  return w * h > WHOLE_MAX_PIXELS && REDUCED_WIDTH_PX < Math.min(w, h) ? REDUCED_WIDTH_PX : undefined;
}

/**
 * Decodes a picture upright. The bitmap of a large one is reduced while it is decoded, so that it does not occupy its full size in memory.
 * Rejects if the browser cannot decode the picture. `size`: as detected by `fileKind`.
 */
export function decodePicture(file: Blob, size: Size): Promise<ImageBitmap> {
  const resizeWidth = decodedWidth(size);
  return createImageBitmap(file, {
    imageOrientation: 'from-image',
    ...(resizeWidth !== undefined && { resizeWidth, resizeQuality: 'high' }),
  });
}
