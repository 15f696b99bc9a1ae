import { useEffect, useState } from 'react';
import { isTextLanguage } from '#contract/chat/text-languages.ts';
import { useShowTranslate } from '../../../data/kept-switch.ts';
import { currentTextLanguage } from '../../../i18n/text-language.ts';

/** Words of a host in the viewer's language; undefined until somebody translated them, and where nobody need. */
export function useWordsHere(words: string, from: string): string | undefined {
  const wanted = useShowTranslate();
  const to = currentTextLanguage();
  const [found, setFound] = useState<{ readonly words: string; readonly text: string | undefined }>();
  useEffect(() => {
    if (!wanted || words === '' || !to || from === to || !isTextLanguage(from)) return;
    let here = true;
    import('../../../messages/translation/ladder.ts')
      .then(({ ladder }) => ladder.translateDraft(words, from, to))
      .then((text) => here && setFound({ words, text }))
      // Without the translator's script the words are shown as they are.
      .catch(() => undefined);
    return () => {
      here = false;
    };
  }, [wanted, words, from, to]);
  return found?.words === words ? found.text : undefined;
}
