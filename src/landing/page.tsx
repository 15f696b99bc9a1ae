import { css } from '@emotion/react';
import { useEffect, useRef, useState } from 'react';
import { config as brand } from '#brand/config.ts';
import { Landing } from '#brand/landing/landing.tsx';
import { ConsentBanner, useConsentBanner } from '../consent/banner.tsx';
import { announceLanguage, startLanguage } from '../i18n/choice.ts';
import type { Language } from '../i18n/languages.ts';
import { wide } from '../ui/style/tokens.ts';
import { Facts } from './facts.tsx';
import { Foot } from './foot.tsx';
import { loadWords, type Words } from './texts.ts';
import { Top } from './top.tsx';

/** Height covered by the consent banner on a phone: the first screen leaves room for it. */
const styles = { root: css({ '&[data-notice]': { '--notice': '176px', [wide]: { '--notice': '0px' } } }) };

/** Returns the title of the document while the landing page is shown. */
export const titleOf = ({ entrance }: Words, brandName: string): string => `${entrance.title} · ${brandName}`;

/** The brand's landing page with the parts shared by all brands: login, languages, footer and consent banner. */
export const Page = ({ words: first }: { readonly words: Words }) => {
  const [words, setWords] = useState(first);
  const asks = useConsentBanner();
  const { entrance, landing, language } = words;
  const title = titleOf(words, brand.name);

  useEffect(() => {
    document.title = title;
  }, [title]);

  const wanted = useRef(language);
  const choose = async (next: Language) => {
    wanted.current = next;
    const chosen = await loadWords(next).catch(() => undefined);
    // The last of several choices wins, whichever translations load first.
    if (!chosen || wanted.current !== next) return;
    announceLanguage(next);
    setWords(chosen);
  };
  return (
    <div css={styles.root} data-notice={asks || undefined}>
      <Landing
        words={landing}
        language={language}
        top={<Top words={entrance} language={language} onLanguage={choose} />}
        foot={
          <>
            <Facts words={entrance} language={language} />
            <Foot words={entrance} language={language} />
          </>
        }
      />
      {asks ? <ConsentBanner words={entrance} language={language} /> : null}
    </div>
  );
};

/** The landing page inside the running app, for a visitor who returns to it. */
const LandingPage = () => {
  const [words, setWords] = useState<Words>();
  const [failure, setFailure] = useState<{ readonly error: unknown }>();
  useEffect(() => {
    loadWords(startLanguage()).then(setWords, (error: unknown) => setFailure({ error }));
  }, []);
  if (failure) throw failure.error;
  return words ? <Page words={words} /> : null;
};
export default LandingPage;
