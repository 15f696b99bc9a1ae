import { css } from '@emotion/react';
import { ZoomIn, ZoomOut } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { Sheet } from '../dialog/sheet.tsx';
import { Button } from '../input/button.tsx';
import { color, radius, space } from '../style/tokens.ts';
import { bounded, boxOf, type Crop, wholeOf, ZOOM_MAX } from './crop.ts';
import { useCropGestures } from './use-crop-gestures.ts';

const JPEG_QUALITY = 0.9;

const styles = {
  root: css({ display: 'grid', gap: space(4), padding: space(5), paddingBlockStart: 0, overflowY: 'auto' }),
  area: css({
    display: 'grid',
    justifyContent: 'center',
    borderRadius: radius.card,
    overflow: 'hidden',
    backgroundColor: color.raised,
    touchAction: 'none',
    cursor: 'grab',
    '&:active': { cursor: 'grabbing' },
    '& canvas': { display: 'block', maxInlineSize: '100%', maxBlockSize: '56dvh', borderRadius: '4px' },
  }),
  zoom: css({ display: 'flex', alignItems: 'center', gap: space(3), color: color.soft }),
  slider: css({ flex: 1, minInlineSize: 0, minBlockSize: '44px', accentColor: color.accentText, cursor: 'pointer' }),
};

type Props = {
  readonly image: ImageBitmap;
  /** Size of the result in pixels; it also defines the aspect ratio of the crop. */
  readonly width: number;
  readonly height: number;
  readonly words: { readonly title: string; readonly area: string; readonly zoom: string; readonly use: string };
  readonly onClose: () => void;
  readonly onUse: (cut: Blob) => void;
};

/**
 * Content of the crop dialog: the picture to move and zoom, and the button that uses the crop. Rendered inside the sheet, so that its
 * effects run after the portal has mounted the canvas.
 */
const CropArea = ({ image, width, height, words, onUse }: Omit<Props, 'onClose'>) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useState(() => wholeOf(image));
  const shape = { width, height };
  const change = (next: (before: Crop) => Crop) => setCrop((before) => bounded(next(before), image, shape));
  const gestures = useCropGestures({ canvas, image, shape, change });

  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const box = boxOf(crop, image, { width, height });
    // Transparent pictures get a white background, because JPEG has no transparency.
    context.fillStyle = 'white';
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, box.left, box.top, box.width, box.height, 0, 0, width, height);
  }, [crop, image, width, height]);

  const use = () => canvas.current?.toBlob((blob) => blob && onUse(blob), 'image/jpeg', JPEG_QUALITY);
  return (
    <div css={styles.root}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved with the arrow keys */}
      <div css={styles.area} role="application" aria-label={words.area} tabIndex={0} {...gestures}>
        <canvas ref={canvas} width={width} height={height} />
      </div>
      <label css={styles.zoom}>
        <ZoomOut size={20} aria-hidden="true" />
        <input
          css={styles.slider}
          type="range"
          aria-label={words.zoom}
          min={1}
          max={ZOOM_MAX}
          step={0.01}
          value={crop.zoom}
          onChange={(event) => {
            const zoom = event.target.valueAsNumber;
            change((before) => ({ ...before, zoom }));
          }}
        />
        <ZoomIn size={20} aria-hidden="true" />
      </label>
      <Button variant="primary" wide onClick={use}>
        {words.use}
      </Button>
    </div>
  );
};

/** Dialog to crop a picture by dragging, pinching or keyboard. The result contains exactly the visible part. */
const CropDialog = ({ onClose, ...area }: Props) => (
  <Sheet open onClose={onClose} title={area.words.title}>
    <CropArea {...area} />
  </Sheet>
);
export default CropDialog;
