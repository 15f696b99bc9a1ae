import { css } from '@emotion/react';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../input/icon-button.tsx';
import { Wordmark } from '../mark/wordmark.tsx';
import { useOverlay } from '../overlay.ts';
import { color, coveredTop, motion, size, space } from '../style/tokens.ts';
import { Backdrop } from './backdrop.tsx';
import { useEscape } from './use-escape.ts';

const styles = {
  root: css({
    position: 'relative',
    minBlockSize: '100dvh',
    display: 'grid',
    placeItems: 'center',
    padding: space(4),
    paddingBlock: `max(${space(4)}, ${coveredTop}) max(${space(4)}, env(safe-area-inset-bottom))`,
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
    '&:focus-visible': { outline: 'none' },
    animation: `rise ${motion.slow} ${motion.ease}`,
  }),
  close: css({ position: 'absolute', insetBlockStart: space(4), insetInlineEnd: space(4) }),
  title: css({ fontSize: size.xxl, letterSpacing: '-0.02em', marginBlockStart: space(4) }),
  lead: css({ marginBlockStart: space(2), color: color.soft, marginBlockEnd: space(3), textWrap: 'pretty' }),
};

type Props = {
  readonly title: string;
  readonly lead?: string;
  /** Returns to the page below. */
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** A popup route: one card over the background. The page below is inert, so the focus stays in the card. Escape closes it. */
export const Popup = ({ title, lead, onClose, children }: Props) => {
  const id = useId();
  const { t } = useTranslation();
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    // An element that the visitor has focused in the prerendered page keeps the focus.
    if (!card.current?.contains(document.activeElement)) card.current?.focus();
  }, []);
  useEscape(onClose);
  useOverlay(true);
  return (
    <main css={styles.root}>
      <Backdrop />
      <section css={styles.card} role="dialog" aria-modal="true" aria-labelledby={id} tabIndex={-1} ref={card}>
        <Wordmark />
        <span css={styles.close}>
          <IconButton label={t('close')} onClick={onClose}>
            <X size={20} />
          </IconButton>
        </span>
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
