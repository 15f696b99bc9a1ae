/** Crop of a picture: its centre in pixels of the picture, and its magnification relative to the largest possible crop. */
export type Crop = { readonly x: number; readonly y: number; readonly zoom: number };
/** Size of a picture or of the crop frame, px. */
export type Size = { readonly width: number; readonly height: number };
/** Rectangle of a crop, in pixels of the picture. */
export type Box = Size & { readonly left: number; readonly top: number };

/** Largest magnification in the crop dialog, relative to the largest possible crop. */
export const ZOOM_MAX = 5;

/** Returns the size of the largest crop with the aspect ratio of `shape`. */
function largest(image: Size, shape: Size): Size {
  const scale = Math.min(image.width / shape.width, image.height / shape.height);
  return { width: shape.width * scale, height: shape.height * scale };
}

const between = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value));

/** Returns the crop with which the crop dialog opens: the largest possible one, centred. */
export const wholeOf = (image: Size): Crop => ({ x: image.width / 2, y: image.height / 2, zoom: 1 });

/** Returns the rectangle of a crop in pixels of the picture, for drawing it. `shape`: aspect ratio of the result. */
export function boxOf({ x, y, zoom }: Crop, image: Size, shape: Size): Box {
  const { width, height } = largest(image, shape);
  return { width: width / zoom, height: height / zoom, left: x - width / zoom / 2, top: y - height / zoom / 2 };
}

/** Returns the crop moved inside the picture, with its zoom limited to 1 to `ZOOM_MAX`. Applied after each gesture. */
export function bounded(crop: Crop, image: Size, shape: Size): Crop {
  const zoom = between(1, crop.zoom, ZOOM_MAX);
  const { width, height } = boxOf({ ...crop, zoom }, image, shape);
  return {
    zoom,
    x: between(width / 2, crop.x, image.width - width / 2),
    y: between(height / 2, crop.y, image.height - height / 2),
  };
}
