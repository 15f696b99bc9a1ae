import { css } from '@emotion/react';
import { Globe } from 'lucide-react';
import { isLanguage, LANGUAGES, type Language, localeOf } from '../i18n/languages.ts';
import { color, radius, size, space } from '../ui/style/tokens.ts';

const styles = {
  root: css({
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    color: color.soft,
    '& > svg': { position: 'absolute', insetInlineStart: '13px', pointerEvents: 'none' },
  }),
  select: css({
    appearance: 'none',
    inlineSize: '44px',
    minBlockSize: '44px',
    paddingInline: '44px 0',
    border: 0,
    borderRadius: radius.pill,
    backgroundColor: 'transparent',
    fontSize: size.xs,
    fontWeight: 600,
    color: color.soft,
    cursor: 'pointer',
    '&:hover': { backgroundColor: color.hover, color: color.text },
    '& option': { backgroundColor: color.surface, color: color.text },
    // A screen wider than a phone's shows the name of the language beside the globe.
    '@media (min-width: 600px)': { inlineSize: 'auto', fieldSizing: 'content', paddingInline: `40px ${space(3)}` },
  }),
};

type Props = {
  readonly label: string;
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
};

/** Select for the language of the landing page. */
export const LanguagePicker = ({ label, language, onLanguage }: Props) => (
  <span css={styles.root}>
    <Globe size={18} aria-hidden="true" />
    <select
      css={styles.select}
      aria-label={label}
      value={language}
      onChange={({ target }) => {
        if (isLanguage(target.value)) onLanguage(target.value);
      }}
    >
      {Object.entries(LANGUAGES).map(([code, name]) => (
        <option key={code} value={code} lang={isLanguage(code) ? localeOf(code) : undefined}>
          {name}
        </option>
      ))}
    </select>
  </span>
);
