import { MarkShapes } from '#brand/marks.tsx';
import { color } from '../style/tokens.ts';

/** The brand's logo without its name, in the brand's colours. `size`: px. */
export const Mark = ({ size = 28 }: { readonly size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
    <MarkShapes color={color} />
  </svg>
);
