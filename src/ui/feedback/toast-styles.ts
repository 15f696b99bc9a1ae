import { css } from '@emotion/react';
import { color, coveredTop, depth, radius, space, wide } from '../style/tokens.ts';

/** Styles shared by the toast stack and the plain-text fallback. */
export const toastStyles = {
  place: css({
    position: 'fixed',
    zIndex: depth.toast,
    insetInline: space(4),
    insetBlockEnd: `calc(84px + env(safe-area-inset-bottom))`,
    display: 'grid',
    gap: space(2),
    justifyItems: 'center',
    pointerEvents: 'none',
    [wide]: { insetBlockEnd: space(6) },
    // During a call, and on a page with a message box, toasts are at the top: at the bottom they would cover the button to hang up, or the
    // text that the user types.
    'html:has([data-call-stage]) &, html:has([data-composer]) &': {
      insetBlockStart: `calc(${coveredTop} + 84px)`,
      insetBlockEnd: 'auto',
    },
  }),
  card: css({
    pointerEvents: 'auto',
    maxInlineSize: '440px',
    padding: `${space(3)} ${space(4)}`,
    borderRadius: radius.card,
    backgroundColor: color.raised,
    color: color.text,
    boxShadow: `0 12px 32px ${color.shadow}, inset 0 0 0 1px ${color.line}`,
  }),
  line: css({ display: 'flex', alignItems: 'center', gap: space(3), '& svg': { color: color.accentText } }),
};
