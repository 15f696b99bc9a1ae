import { css } from '@emotion/react';
import { Link } from 'wouter';
import { LOGIN } from '#contract/paths.ts';
import type { Language } from '../i18n/languages.ts';

import { Wordmark } from '../ui/mark/wordmark.tsx';
import { color, coveredTop, depth, radius, size, space } from '../ui/style/tokens.ts';
import { LanguagePicker } from './language-picker.tsx';
import type { EntranceWords } from './texts.ts';

const styles = {
  root: css({
    position: 'relative',
    zIndex: depth.over,
    display: 'flex',
    alignItems: 'center',
    gap: space(2),
    inlineSize: '100%',
    paddingBlock: `max(${space(4)}, ${coveredTop}) ${space(4)}`,
    paddingInline: `max(${space(5)}, env(safe-area-inset-left)) max(${space(5)}, env(safe-area-inset-right))`,
    '@media (min-width: 600px)': { paddingInline: space(8), gap: space(4) },
    '@media (min-width: 1280px)': { paddingInline: space(14), paddingBlock: space(6) },
  }),
  space: css({ flex: 1 }),
  enter: css({
    display: 'grid',
    placeContent: 'center',
    minBlockSize: '44px',
    paddingInline: space(4),
    borderRadius: radius.pill,
    fontSize: size.xs,
    fontWeight: 650,
    whiteSpace: 'nowrap',
    backgroundColor: color.glass,
    boxShadow: `inset 0 0 0 1px ${color.edge}`,
    '&:hover': { backgroundColor: color.hover },
  }),
};

type Props = {
  readonly words: EntranceWords;
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
};

/** Header of the landing page: brand, language picker and login link. */
export const Top = ({ words, language, onLanguage }: Props) => (
  <header css={styles.root}>
    <Wordmark size={32} />
    <span css={styles.space} />
    <LanguagePicker label={words.language} language={language} onLanguage={onLanguage} />
    <Link href={LOGIN} css={styles.enter}>
      {words.signIn}
    </Link>
  </header>
);
