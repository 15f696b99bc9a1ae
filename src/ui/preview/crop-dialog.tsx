import { useState } from 'react';
import { Button } from '../input/button.tsx';
import CropDialog from '../media/crop-dialog.tsx';
import { color } from '../style/tokens.ts';

const WORDS = { title: 'Move and scale', area: 'Drag the picture', zoom: 'Zoom', use: 'Use this part' };

/** Returns a generated picture with three bands, wider than high. */
async function draw(): Promise<ImageBitmap> {
  const canvas = new OffscreenCanvas(900, 600);
  const context = canvas.getContext('2d');
  const shown = getComputedStyle(document.documentElement);
  for (const [band, role] of [color.accentFrom, color.online, color.busy].entries()) {
    if (context) context.fillStyle = shown.getPropertyValue(role.slice('var('.length, -1));
    context?.fillRect(band * 300, 0, 300, 600);
  }
  return createImageBitmap(canvas);
}

const CropDialogPreview = () => {
  const [image, setImage] = useState<ImageBitmap>();
  const close = () => setImage(undefined);
  return (
    <>
      <Button onClick={() => void draw().then(setImage)}>Crop a picture</Button>
      {image ? <CropDialog image={image} width={600} height={800} words={WORDS} onClose={close} onUse={close} /> : null}
    </>
  );
};
export default CropDialogPreview;
