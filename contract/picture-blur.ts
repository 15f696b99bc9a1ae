import * as v from 'valibot';

const BLUR_MAX_CHARS = 2_048;

/** Schema of a placeholder picture of some 32 pixels as a data: address, shown while the real one loads; empty if there is none. */
export const pictureBlur = v.pipe(
  v.string(),
  v.maxLength(BLUR_MAX_CHARS),
  v.regex(/^(?:data:image\/webp;base64,[A-Za-z0-9+/]+={0,2})?$/),
);
