import type { ReactNode } from 'react';
import type { Language } from '../../i18n/languages.ts';

/** What every brand's landing page is given. `top` and `foot` are the same for all; where they stand is its own affair. */
export type LandingProps<W> = {
  readonly words: W;
  readonly language: Language;
  readonly top: ReactNode;
  readonly foot: ReactNode;
};
