import sharp, { type Sharp } from 'sharp';
import { BLEED } from './portrait.ts';

/**
 * Renders the SVG of `portrait` to pixels, 3:4 and `width` wide, without its bleed. A little contrast and saturation match the drawn
 * colours to photographs.
 */
export function developed(svg: string, width: number): Sharp {
  const [left, top] = [Math.round(width * BLEED), Math.round((width * 4 * BLEED) / 3)];
  const height = Math.round((width * 4) / 3);
  return sharp(Buffer.from(svg))
    .resize(width + 2 * left, height + 2 * top, { fit: 'fill' })
    .extract({ left, top, width, height })
    .flatten()
    .modulate({ saturation: 1.1 })
    .linear(1.1, -9);
}
