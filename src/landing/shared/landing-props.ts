import type { ReactNode } from 'react';
import type { Language } from '../../i18n/languages.ts';

/** Props of every brand's landing page. `top` and `foot` are the same for all; each brand places them itself. */
export type LandingProps<W> = {
  readonly words: W;
  readonly language: Language;
  readonly top: ReactNode;
  readonly foot: ReactNode;
};
