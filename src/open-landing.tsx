import { Entry } from './entry.tsx';
import { startLanguage } from './i18n/choice.ts';
import { loadWords } from './landing/texts.ts';
import { draw } from './root.ts';

/** Renders the landing page. The database and the core are loaded after it. */
export async function openLanding(): Promise<void> {
  draw(<Entry words={await loadWords(startLanguage())} />);
}
