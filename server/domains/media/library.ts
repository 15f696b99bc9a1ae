import sharp from 'sharp';

/** Only these decoders can be reached, whatever a file contains: no SVG, PDF, TIFF, ImageMagick, ... */
const DECODERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'];
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: DECODERS.map((name) => `VipsForeignLoad${name}`) });
// One thread per picture: the number of pictures processed at a time is decided in one place, by `turns.ts`.
sharp.concurrency(1);
sharp.cache(false);

export { sharp };
