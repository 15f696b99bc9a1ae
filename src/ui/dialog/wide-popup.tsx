import { css } from '@emotion/react';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../input/icon-button.tsx';
import { useOverlay } from '../overlay.ts';
import { color, motion, size, space } from '../style/tokens.ts';
import { useEscape } from './use-escape.ts';

const styles = {
  root: css({
    position: 'fixed',
    inset: 0,
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'flex-end',
    backgroundColor: color.scrim,
    backdropFilter: 'blur(6px)',
    animation: `appear ${motion.slow} ${motion.ease}`,
    '@media (min-width: 600px)': { alignItems: 'center', justifyContent: 'center', padding: space(6) },
  }),
  card: css({
    display: 'flex',
    flexDirection: 'column',
    minBlockSize: 0,
    inlineSize: '100%',
    blockSize: '94dvh',
    backgroundColor: color.surface,
    borderStartStartRadius: '24px',
    borderStartEndRadius: '24px',
    boxShadow: `0 32px 80px ${color.shadow}`,
    animation: `rise ${motion.slow} ${motion.ease}`,
    overflow: 'hidden',
    '&:focus-visible': { outline: 'none' },
    '@media (min-width: 600px)': { maxInlineSize: '960px', blockSize: 'min(860px, 100%)', borderRadius: '24px' },
  }),
  head: css({
    display: 'flex',
    alignItems: 'start',
    gap: space(3),
    padding: space(5),
    paddingBlockEnd: space(3),
    paddingInlineEnd: space(3),
  }),
  words: css({ flex: 1, minInlineSize: 0 }),
  title: css({ fontSize: size.xl, letterSpacing: '-0.02em', paddingBlockStart: space(2) }),
  lead: css({ marginBlockStart: space(1), color: color.soft, textWrap: 'pretty' }),
  body: css({
    flex: 1,
    minBlockSize: 0,
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    padding: space(5),
    paddingBlockStart: space(1),
    paddingBlockEnd: `max(${space(5)}, env(safe-area-inset-bottom))`,
  }),
};

type Props = {
  readonly title: string;
  readonly lead?: string;
  readonly onClose: () => void;
  /** The scrolling element, for virtualized lists. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
};

/** A popup route with room for a list: a sheet on a phone, a large card on a wide screen. The page below is inert. */
export const WidePopup = ({ title, lead, onClose, scroller, children }: Props) => {
  const id = useId();
  const { t } = useTranslation();
  const card = useRef<HTMLElement>(null);
  useEffect(() => card.current?.focus(), []);
  useEscape(onClose);
  useOverlay(true);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside the card closes it; Escape does the same
    <main css={styles.root} onClick={({ target, currentTarget }) => target === currentTarget && onClose()}>
      <section css={styles.card} role="dialog" aria-modal="true" aria-labelledby={id} tabIndex={-1} ref={card}>
        <header css={styles.head}>
          <div css={styles.words}>
            <h1 css={styles.title} id={id}>
              {title}
            </h1>
            {lead ? <p css={styles.lead}>{lead}</p> : null}
          </div>
          <IconButton label={t('close')} onClick={onClose}>
            <X size={20} />
          </IconButton>
        </header>
        <div css={styles.body} ref={scroller}>
          {children}
        </div>
      </section>
    </main>
  );
};
