import { css } from '@emotion/react';
import { config as brand } from '#brand/config.ts';
import { LETTERS } from '#brand/marks.tsx';
import { space } from '../style/tokens.ts';
import { Mark } from './mark.tsx';

const styles = {
  // Written from left to right in all languages.
  root: css({ display: 'inline-flex', justifySelf: 'start', alignItems: 'center', gap: space(2), direction: 'ltr' }),
};

/** Height of the letters for a mark of 64 units. */
const LETTER_HEIGHT = 36;
const { width, height, baseline, outline } = LETTERS;

/** The brand's mark and name. Screen readers read the name only. */
export const Wordmark = ({ size = 28 }: { readonly size?: number }) => {
  const scale = (size * LETTER_HEIGHT) / 64 / baseline;
  return (
    <span css={styles.root} role="img" aria-label={brand.name}>
      <Mark size={size} />
      <svg width={width * scale} height={height * scale} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <path fill="currentColor" d={outline} />
      </svg>
    </span>
  );
};
