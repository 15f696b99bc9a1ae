import { css } from '@emotion/react';
import { type ReactNode, useId } from 'react';
import { Backdrop } from './backdrop.tsx';
import { color, motion, size, space } from './tokens.ts';
import { Wordmark } from './wordmark.tsx';

const styles = {
  root: css({
    position: 'relative',
    minBlockSize: '100dvh',
    display: 'grid',
    placeItems: 'center',
    padding: space(4),
    paddingBlock: `max(${space(4)}, env(safe-area-inset-top)) max(${space(4)}, env(safe-area-inset-bottom))`,
  }),
  card: css({
    position: 'relative',
    inlineSize: 'min(100%, 420px)',
    display: 'grid',
    gap: space(3),
    padding: space(7),
    borderRadius: '24px',
    backgroundColor: color.glass,
    backdropFilter: 'blur(24px) saturate(1.4)',
    boxShadow: `0 32px 80px ${color.shadow}, inset 0 0 0 1px ${color.line}`,
    animation: `rise ${motion.slow} ${motion.ease}`,
  }),
  title: css({ fontSize: size.xxl, letterSpacing: '-0.02em', marginBlockStart: space(4) }),
  lead: css({ marginBlockStart: space(2), color: color.soft, marginBlockEnd: space(3), textWrap: 'pretty' }),
};

type Props = { readonly title: string; readonly lead?: string; readonly children: ReactNode };

/** A popup route: one card over the wall. Nothing else is on the page, so nothing needs to be kept from focus. */
export const Popup = ({ title, lead, children }: Props) => {
  const id = useId();
  return (
    <main css={styles.root}>
      <Backdrop />
      <section css={styles.card} role="dialog" aria-modal="true" aria-labelledby={id}>
        <Wordmark />
        <div>
          <h1 css={styles.title} id={id}>
            {title}
          </h1>
          {lead ? <p css={styles.lead}>{lead}</p> : null}
        </div>
        {children}
      </section>
    </main>
  );
};
