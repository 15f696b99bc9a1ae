import { css } from '@emotion/react';
import type { Language } from '../i18n/languages.ts';
import { legalPath } from '../legal.ts';
import { canStore, localValue } from '../local.ts';
import { Button } from '../ui/button.tsx';
import { color, depth, motion, radius, size, space } from '../ui/tokens.ts';
import type { EntranceWords } from './words.ts';

const notice = localValue('storage-notice', (stored) => stored !== null);

/** Whether the notice was closed before. Where nothing can be stored, there is nothing to announce. */
export const noticeSeen = (): boolean => notice.read() || !canStore();
export const rememberNotice = (): void => notice.write('read');

const styles = {
  // Sticky, not fixed: at the end of the page it is below the last text instead of over it.
  root: css({
    position: 'sticky',
    insetBlockEnd: 0,
    zIndex: depth.screen,
    padding: space(3),
    paddingBlockEnd: `max(${space(3)}, env(safe-area-inset-bottom))`,
    pointerEvents: 'none',
    animation: `rise ${motion.slow} ${motion.ease}`,
  }),
  card: css({
    pointerEvents: 'auto',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `${space(1)} ${space(4)}`,
    maxInlineSize: '720px',
    marginInline: 'auto',
    padding: `${space(3)} ${space(4)}`,
    borderRadius: radius.card,
    backgroundColor: color.raised,
    boxShadow: `0 12px 40px ${color.shadow}, inset 0 0 0 1px ${color.line}`,
    fontSize: size.xs,
    color: color.soft,
  }),
  text: css({ flex: '1 1 240px' }),
  acts: css({ display: 'flex', alignItems: 'center', gap: space(4), marginInlineStart: 'auto' }),
  more: css({
    display: 'inline-flex',
    alignItems: 'center',
    minBlockSize: '44px',
    color: color.accentText,
    fontWeight: 600,
    '&:hover': { textDecoration: 'underline' },
  }),
};

type Props = { readonly words: EntranceWords; readonly language: Language; readonly onClose: () => void };

/**
 * Cookie consent (product 2.5): lists what is stored, once. There is nothing to refuse, because only the necessary is
 * stored.
 */
export const Consent = ({ words, language, onClose }: Props) => (
  <aside css={styles.root} aria-label={words.consentTitle}>
    <div css={styles.card}>
      <p css={styles.text}>{words.consentText}</p>
      <span css={styles.acts}>
        <a css={styles.more} href={legalPath('cookies', language)} target="_blank" rel="noopener">
          {words.consentMore}
        </a>
        <Button small onClick={onClose}>
          {words.consentClose}
        </Button>
      </span>
    </div>
  </aside>
);
