import sharp from 'sharp';

/** Only these decoders can be reached, whatever a file turns out to be: no SVG, PDF, TIFF, ImageMagick, ... */
const DECODERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'];
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: DECODERS.map((name) => `VipsForeignLoad${name}`) });
// One thread per picture: how many pictures are worked on at a time is decided in one place, in turns.
sharp.concurrency(1);
sharp.cache(false);

export { sharp };
