import { useEffect, useState } from 'react';
import { isTextLanguage } from '#contract/chat/text-languages.ts';
import { useShowTranslate } from '../../../data/stored-switch.ts';
import { currentTextLanguage } from '../../../i18n/text-language.ts';

/**
 * Returns a host's story text translated into the user's language; undefined until it is translated, and if no translation is
 * needed or possible. `from`: language of the text.
 */
export function useTranslatedText(words: string, from: string): string | undefined {
  const wanted = useShowTranslate();
  const to = currentTextLanguage();
  const [found, setFound] = useState<{ readonly words: string; readonly text: string | undefined }>();
  useEffect(() => {
    if (!wanted || words === '' || !to || from === to || !isTextLanguage(from)) return;
    let here = true;
    import('../../../messages/translation/ladder.ts')
      .then(({ ladder }) => ladder.translateDraft(words, from, to))
      .then((text) => here && setFound({ words, text }))
      // If the translator fails to load, only the original is shown.
      .catch(() => undefined);
    return () => {
      here = false;
    };
  }, [wanted, words, from, to]);
  return found?.words === words ? found.text : undefined;
}
