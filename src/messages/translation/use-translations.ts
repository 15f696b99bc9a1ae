import { useCallback, useEffect, useRef } from 'react';
import type { TextLanguage } from '#contract/chat/text-languages.ts';
import type { TranslateMode } from '#contract/translate/rules.ts';
import type { MessageRow } from '#db/schema.ts';

/** Scrolling past messages asks for none of them. */
const STILL_MS = 300;

/** `to`: undefined where nothing is to be translated. */
type Wanted = { readonly to: TextLanguage | undefined; readonly mode: TranslateMode };

/** Returns what a list of messages calls with those in sight: they are translated once it is still. */
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
        // What cannot be fetched is asked for again with the next messages in sight.
        import('./ladder.ts').then(({ ladder }) => ladder.translateSeen(rows, { to, mode })).catch(() => undefined);
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
