import { css } from '@emotion/react';
import { color, radius, size, space } from '../../../ui/style/tokens.ts';

/** Styles shared by the lists of the payment history. */
export const rowStyles = {
  list: css({
    overflow: 'hidden',
    borderRadius: radius.card,
    backgroundColor: color.surface,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
    '& > li + li': { boxShadow: `inset 0 1px 0 ${color.line}` },
  }),
  row: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    minBlockSize: '68px',
    paddingBlock: space(2),
    paddingInline: space(4),
  }),
  words: css({ flex: 1, minInlineSize: 0, display: 'grid', gap: space(0.5) }),
  name: css({ fontWeight: 600, overflowWrap: 'anywhere' }),
  soft: css({ fontSize: size.xs, color: color.soft, textWrap: 'pretty' }),
  end: css({
    display: 'grid',
    justifyItems: 'end',
    gap: space(0.5),
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
    fontWeight: 650,
    '&[data-in]': { color: color.online },
    '&[data-back]': { color: color.soft, textDecoration: 'line-through' },
  }),
  after: css({ fontSize: size.xs, fontWeight: 450, color: color.soft }),
  /** A banner between cards is styled like a card. */
  note: css({ overflow: 'hidden', borderRadius: radius.card, '&& > *': { borderBlockEnd: 0, paddingBlock: space(2) } }),
  root: css({ display: 'grid', gap: space(4) }),
};
