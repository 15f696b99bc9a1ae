import { css } from '@emotion/react';
import { Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { withFewMarks } from '#contract/text/few-marks.ts';
import { space } from '../../ui/style/tokens.ts';
import type { BubbleTexts } from './bubble-texts.ts';

const styles = {
  root: css({
    marginBlockStart: space(1.5),
    paddingBlockStart: space(1.5),
    borderBlockStart: '1px solid color-mix(in srgb, currentColor 22%, transparent)',
  }),
  label: css({ display: 'flex', alignItems: 'center', gap: space(1), fontSize: '0.6875rem', lineHeight: 1.4 }),
  words: css({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', unicodeBidi: 'plaintext', overflow: 'clip' }),
};

const LABELS = {
  translated: 'translation.translated',
  original: 'translation.original',
  sent: 'translation.sent',
} as const satisfies Record<BubbleTexts['kind'], string>;

/** Second text of a bubble, below the first: its translation or its original. */
export const SecondLine = ({ words: { second, lang, kind } }: { readonly words: BubbleTexts }) => {
  const { t } = useTranslation('message');
  return (
    <div css={styles.root}>
      <p css={styles.label}>
        <Languages size={12} aria-hidden="true" />
        {t(LABELS[kind])}
      </p>
      <p css={styles.words} dir="auto" lang={lang === '' ? undefined : lang}>
        {withFewMarks(second)}
      </p>
    </div>
  );
};
