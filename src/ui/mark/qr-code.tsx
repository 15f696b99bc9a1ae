import { css } from '@emotion/react';
import { useMemo } from 'react';
import { encode } from 'uqr';
import { PALETTES, radius } from '../style/tokens.ts';

/** Width of the white margin, in modules: cameras need it to find the code (ISO/IEC 18004: four). */
const QUIET = 4;

const styles = {
  root: css({
    display: 'block',
    inlineSize: '100%',
    borderRadius: radius.card,
    backgroundColor: PALETTES.light.raised,
    // Dark on light in both themes, because many cameras cannot read an inverted code.
    fill: PALETTES.dark.ground,
    forcedColorAdjust: 'none',
  }),
};

/** Returns one SVG path for all dark modules, and the size of the code in modules. */
function pathOf(text: string): { readonly path: string; readonly size: number } {
  if (text === '') return { path: '', size: 2 * QUIET };
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  let path = '';
  for (const [y, row] of data.entries())
    for (const [x, dark] of row.entries()) if (dark) path += `M${x + QUIET} ${y + QUIET}h1v1h-1z`;
  return { path, size: size + 2 * QUIET };
}

/** A QR code of a text; an empty field for an empty text. */
export const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { path, size } = useMemo(() => pathOf(text), [text]);
  return (
    <svg css={styles.root} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  );
};
