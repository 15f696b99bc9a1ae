import { css } from '@emotion/react';
import { color } from './tokens.ts';

const styles = {
  root: css({
    '& [data-facet="1"]': { fill: color.accentFrom },
    '& [data-facet="2"]': { fill: color.accentTo },
    '& [data-facet="light"]': { fill: color.onAccent, fillOpacity: 0.34 },
    '& [data-facet="soft"]': { fill: color.onAccent, fillOpacity: 0.16 },
    '& [data-facet="deep"]': { fill: color.shadow, fillOpacity: 0.28 },
  }),
};

/** The faceted gem, the same as `public/icons/mark.svg`. */
export const Mark = ({ size = 28 }: { readonly size?: number }) => (
  <svg css={styles.root} width={size} height={size} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
    <path data-facet="1" d="M18 8h28l14 18H4z" />
    <path data-facet="2" d="M4 26h56L32 58z" />
    <path data-facet="light" d="M18 8l4 18H4zM32 8l10 18H22z" />
    <path data-facet="soft" d="M46 8l14 18H42zM4 26h18l10 32z" />
    <path data-facet="deep" d="M42 26h18L32 58z" />
  </svg>
);
