import { Entry } from './entry.tsx';
import { startLanguage } from './i18n/choice.ts';
import { loadWords } from './landing/words.ts';
import { draw } from './root.ts';

/** The database and the core are no part of the landing page: they come when it stands. */
export async function openLanding(): Promise<void> {
  draw(<Entry words={await loadWords(startLanguage())} />);
}
