import { useEffect, useMemo, useState } from 'react';
import { currentLanguage } from '../../i18n/i18n.ts';
import { indexOf } from './search.ts';
import { loadEmojiWords } from './words.ts';

/** Names and search words of the emoji in the language of the interface. `words` is null if they failed to load, undefined until then. */
export function useEmojiWords() {
  const language = currentLanguage();
  const [words, setWords] = useState<readonly string[] | null>();
  useEffect(() => {
    let mounted = true;
    const tell = (found: readonly string[] | null) => mounted && setWords(found);
    loadEmojiWords(language).then(tell, () => tell(null));
    return () => {
      mounted = false;
    };
  }, [language]);
  const index = useMemo(() => (words ? indexOf(words) : undefined), [words]);
  const nameOf = (place: number) => words?.[place]?.split('|', 1)[0];
  return { words, index, nameOf };
}
