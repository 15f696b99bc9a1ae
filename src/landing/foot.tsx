import { css } from '@emotion/react';
import { Link } from 'wouter';
import type { Language } from '../i18n/languages.ts';
import { LEGAL_PAGES, legalPath } from '../legal.ts';
import { SILVER } from '../paths.ts';
import { color, size, space } from '../ui/style/tokens.ts';
import type { EntranceWords } from './texts.ts';

const styles = {
  root: css({
    position: 'relative',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: `${space(2)} ${space(8)}`,
    paddingBlock: `${space(6)} max(${space(6)}, env(safe-area-inset-bottom))`,
    paddingInline: space(5),
    fontSize: size.xs,
    color: color.faint,
    '@media (min-width: 600px)': { paddingInline: space(8) },
    '@media (min-width: 1280px)': { paddingInline: space(14) },
  }),
  links: css({ display: 'flex', flexWrap: 'wrap', columnGap: space(6) }),
  link: css({
    display: 'inline-flex',
    alignItems: 'center',
    minBlockSize: '44px',
    color: color.soft,
    textDecoration: 'underline',
    textDecorationColor: color.line,
    textUnderlineOffset: '4px',
    '&:hover': { color: color.text, textDecorationColor: 'currentColor' },
  }),
};

type Props = { readonly words: EntranceWords; readonly language: Language };

/** Footer with a link to the hosts of the silver club, legal links, and a notice that the pictures show demo people. */
export const Foot = ({ words, language }: Props) => (
  <footer css={styles.root}>
    <p>
      {words.demo} {words.adults}
    </p>
    <ul css={styles.links}>
      <li>
        <Link css={styles.link} href={SILVER}>
          {words.silverHosts}
        </Link>
      </li>
      {LEGAL_PAGES.map((page) => (
        <li key={page}>
          <a css={styles.link} href={legalPath(page, language)} target="_blank" rel="noopener" title={words.newTab}>
            {words[page]}
          </a>
        </li>
      ))}
    </ul>
  </footer>
);
