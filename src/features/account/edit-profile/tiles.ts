import { css } from '@emotion/react';
import { color, motion, portrait, radius, size, space } from '../../../ui/style/tokens.ts';

/** Styles of the tiles of pictures and clips in the profile editor. */
export const tiles = {
  root: css({ display: 'grid', gap: space(3) }),
  title: css({ fontSize: size.lg }),
  hint: css({ marginBlockStart: space(1), fontSize: size.xs, color: color.soft }),
  list: css({ display: 'grid', gap: space(2), gridTemplateColumns: 'repeat(auto-fill, minmax(116px, 1fr))' }),
  tile: css({
    position: 'relative',
    aspectRatio: '3 / 4',
    overflow: 'hidden',
    borderRadius: radius.field,
    backgroundColor: color.raised,
  }),
  add: css({
    display: 'grid',
    placeItems: 'center',
    placeContent: 'center',
    gap: space(1),
    aspectRatio: '3 / 4',
    padding: space(2),
    borderRadius: radius.field,
    border: `1.5px dashed ${color.edge}`,
    color: color.accentText,
    fontSize: size.xs,
    fontWeight: 600,
    textAlign: 'center',
    transition: `background-color ${motion.quick}`,
    '&:hover': { backgroundColor: color.hover },
  }),
  tools: css({
    position: 'absolute',
    insetBlockEnd: 0,
    insetInline: 0,
    display: 'flex',
    justifyContent: 'space-between',
    padding: space(1),
    '& button': {
      inlineSize: '44px',
      blockSize: '44px',
      backgroundColor: portrait.glass,
      color: portrait.ink,
      backdropFilter: 'blur(8px)',
      '&:hover:not(:disabled)': { backgroundColor: portrait.glassHover, color: portrait.ink },
    },
  }),
  top: css({
    position: 'absolute',
    insetBlockStart: space(1),
    insetInlineEnd: space(1),
    '& button': {
      backgroundColor: portrait.glass,
      color: portrait.ink,
      backdropFilter: 'blur(8px)',
      '&:hover:not(:disabled)': { backgroundColor: portrait.glassHover, color: portrait.ink },
    },
  }),
};

/** Returns the list with one item moved by one position, for the buttons that reorder pictures and clips. */
export function moved<T>(list: readonly T[], index: number, step: 1 | -1): T[] {
  const next = [...list];
  const [item] = next.splice(index, 1);
  if (item !== undefined) next.splice(index + step, 0, item);
  return next;
}
