import { css } from '@emotion/react';
import { color, radius, space } from '../../ui/style/tokens.ts';

/** Styles of tools of the tray: `root` scrolls; `choice` is a text in it that a press inserts or sends. */
export const toolStyles = {
  root: css({
    display: 'grid',
    alignContent: 'start',
    gap: space(2),
    maxBlockSize: 'min(320px, 45dvh)',
    paddingBlockEnd: space(3),
    overflowY: 'auto',
  }),
  choice: css({
    minBlockSize: '44px',
    paddingBlock: space(2),
    paddingInline: space(3),
    borderRadius: radius.field,
    backgroundColor: color.raised,
    color: color.text,
    textAlign: 'start',
    overflowWrap: 'anywhere',
    '&:hover': { backgroundColor: color.hover },
  }),
};
