import sharp from 'sharp';

/** The only decoders that are enabled, whatever a file contains: no SVG, PDF, TIFF or ImageMagick. */
const DECODERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'];
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: DECODERS.map((name) => `VipsForeignLoad${name}`) });
// One thread per picture: `turns.ts` alone limits the number of pictures processed at a time.
sharp.concurrency(1);
sharp.cache(false);

/**
 * The picture library with only the decoders of JPEG, PNG, WebP, HEIF (AVIF) and GIF enabled, one thread per picture and no cache; every
 * server module that decodes pictures imports it from here.
 */
export { sharp };
