import type { ReactNode } from 'react';
import type { Language } from '../../i18n/languages.ts';

/** Props of each brand's landing page. `top` and `foot` are shared; each brand places them. */
export type LandingProps<W> = {
  readonly words: W;
  readonly language: Language;
  readonly top: ReactNode;
  readonly foot: ReactNode;
};
