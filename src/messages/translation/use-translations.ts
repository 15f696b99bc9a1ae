import { useCallback, useEffect, useRef } from 'react';
import type { TextLanguage } from '#contract/chat/text-languages.ts';
import type { TranslateMode } from '#contract/translate/rules.ts';
import type { MessageRow } from '#db/schema.ts';

/** Messages must stay visible for this time before they are translated, so that scrolling past them causes no requests; ms. */
const STILL_MS = 300;

/** `to` is undefined if nothing is to be translated. */
type Wanted = { readonly to: TextLanguage | undefined; readonly mode: TranslateMode };

/**
 * Returns a callback that takes the visible messages of the list. When no further call came for 300 ms, it translates them into `to`,
 * unless the page is hidden.
 */
export function useTranslations({ to, mode }: Wanted): (rows: readonly MessageRow[]) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef<readonly MessageRow[]>([]);
  const translate = useCallback(
    (rows: readonly MessageRow[]) => {
      latest.current = rows;
      clearTimeout(timer.current);
      if (!to) return;
      timer.current = setTimeout(() => {
        if (document.visibilityState !== 'visible') return;
        // If the module fails to load, the next call tries again.
        import('./chain.ts')
          .then(({ translationChain }) => translationChain.translateSeen(rows, { to, mode }))
          .catch(() => undefined);
      }, STILL_MS);
    },
    [to, mode],
  );
  useEffect(() => {
    translate(latest.current);
    return () => clearTimeout(timer.current);
  }, [translate]);
  return translate;
}
