import { css } from '@emotion/react';
import { useState, useSyncExternalStore } from 'react';
import { answerConsent, MEASURES, onAnswer, shouldAsk } from '../consent.ts';
import type { Language } from '../i18n/languages.ts';
import { legalPath } from '../legal.ts';
import { Button } from '../ui/input/button.tsx';
import { Lazy, partOf, renderNothing } from '../ui/lazy.tsx';
import { color, depth, motion, radius, size, space } from '../ui/style/tokens.ts';
import type { ConsentWords } from './texts.ts';

const styles = {
  // Sticky rather than fixed: at the end of the page the banner is below the content instead of covering it.
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
    display: 'grid',
    gap: space(3),
    maxInlineSize: '720px',
    maxBlockSize: '70dvh',
    overflowY: 'auto',
    marginInline: 'auto',
    padding: `${space(3)} ${space(4)}`,
    borderRadius: radius.card,
    backgroundColor: color.raised,
    boxShadow: `0 12px 40px ${color.shadow}, inset 0 0 0 1px ${color.line}`,
    fontSize: size.xs,
    color: color.soft,
  }),
  more: css({
    color: color.accentText,
    fontWeight: 600,
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
  }),
  // Three buttons of equal width whatever their labels, so that no choice is easier to press.
  acts: css({
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 104px), 1fr))',
    gap: space(2),
    '&& > [data-size]': { minInlineSize: 0, paddingInline: space(2), overflowWrap: 'anywhere' },
  }),
};

/** Returns whether the consent banner must be shown now, and re-renders after each decision. The prerendered landing page shows it. */
export function useConsentBanner(): boolean {
  return useSyncExternalStore(onAnswer, shouldAsk, () => MEASURES);
}

const choices = partOf(() => import('./choices.tsx'));

type Props = { readonly words: ConsentWords; readonly language: Language };

/** Consent banner (product 2.5). Nothing is measured before an answer; rejecting takes as few taps as accepting. */
export const ConsentBanner = ({ words, language }: Props) => {
  const [chooses, setChooses] = useState(false);
  const [isComing, setComing] = useState(false);
  // The buttons stay until the detailed choices have loaded, so that the user can always answer.
  const choose = async () => {
    setComing(true);
    await choices.load().then(() => setChooses(true), renderNothing);
    setComing(false);
  };
  return (
    <aside css={styles.root} aria-label={words.consentTitle}>
      <div css={styles.card}>
        <p>
          {words.consentText}{' '}
          <a css={styles.more} href={legalPath('cookies', language)} target="_blank" rel="noopener">
            {words.consentMore}
          </a>
        </p>
        {chooses ? (
          <Lazy part={choices} with={{ words }} missing={renderNothing} />
        ) : (
          <div css={styles.acts}>
            <Button small onClick={() => answerConsent({ measurement: false, attribution: false }, 'banner')}>
              {words.consentNone}
            </Button>
            <Button small variant="quiet" aria-busy={isComing} onClick={() => void choose()}>
              {words.consentChoose}
            </Button>
            <Button small onClick={() => answerConsent({ measurement: true, attribution: true }, 'banner')}>
              {words.consentAll}
            </Button>
          </div>
        )}
      </div>
    </aside>
  );
};
