import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import { Wordmark } from '../../../ui/mark/wordmark.tsx';
import { color, coveredTop, radius, size, space } from '../../../ui/style/tokens.ts';

/** A window lower than a card, its title and its buttons: a phone in landscape, or a popup that the user made lower. */
const LOW = '@media (max-height: 440px)';

const styles = {
  root: css({
    minBlockSize: '100dvh',
    display: 'grid',
    placeItems: 'start center',
    padding: space(4),
    paddingBlock: `max(${space(4)}, ${coveredTop}) max(${space(4)}, env(safe-area-inset-bottom))`,
    backgroundColor: color.ground,
    backgroundImage: `radial-gradient(70% 45% at 100% 0%, ${color.wash2}, transparent), radial-gradient(60% 40% at 0% 100%, ${color.wash1}, transparent)`,
    '@media (min-height: 640px)': { placeItems: 'center' },
  }),
  card: css({
    inlineSize: 'min(100%, 520px)',
    display: 'grid',
    gap: space(4),
    padding: space(5),
    borderRadius: '24px',
    backgroundColor: color.surface,
    boxShadow: `0 24px 64px ${color.shadow}, inset 0 0 0 1px ${color.line}`,
    [LOW]: { padding: space(4), gap: space(3) },
  }),
  head: css({
    display: 'grid',
    gap: space(3),
    [LOW]: { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: space(2) },
  }),
  title: css({
    fontSize: size.xl,
    letterSpacing: '-0.02em',
    [LOW]: { fontSize: size.md },
  }),
};

/** Styles shared by the payment pages. */
export const payStyles = {
  soft: css({ color: color.soft, textWrap: 'pretty' }),
  small: css({ fontSize: size.xs, color: color.soft, textWrap: 'pretty' }),
  note: css({
    padding: space(3),
    borderRadius: radius.field,
    backgroundColor: color.raised,
    fontSize: size.xs,
    textWrap: 'pretty',
    '&[data-bad]': { backgroundColor: color.dangerWash, color: color.danger },
  }),
  acts: css({
    display: 'grid',
    gap: space(2),
    // In a low window the buttons stay visible, and the rest scrolls behind them.
    [LOW]: {
      position: 'sticky',
      insetBlockEnd: 0,
      gridAutoFlow: 'column',
      gridAutoColumns: '1fr',
      paddingBlock: space(3),
      marginBlockEnd: `calc(-1 * ${space(4)})`,
      backgroundColor: color.surface,
      boxShadow: `0 -1px 0 ${color.line}`,
    },
  }),
  wait: css({ display: 'flex', alignItems: 'center', gap: space(3), color: color.soft }),
  facts: css({
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    gap: `${space(2)} ${space(4)}`,
    margin: 0,
    padding: space(4),
    borderRadius: radius.card,
    backgroundColor: color.raised,
    fontSize: size.xs,
    '& > dt': { color: color.soft },
    '& > dd': {
      margin: 0,
      textAlign: 'end',
      fontWeight: 600,
      overflowWrap: 'anywhere',
      fontVariantNumeric: 'tabular-nums',
    },
  }),
};

/** Layout of a payment page: the brand and a single card, without navigation. */
export const PayPage = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <main css={styles.root}>
    <section css={styles.card}>
      <div css={styles.head}>
        <Wordmark />
        <h1 css={styles.title}>{title}</h1>
      </div>
      {children}
    </section>
  </main>
);
