import { useContext, useEffect, useRef, useState } from 'react';
import { readListIndex } from '#db/reads/wall.ts';
import { core } from '../../../core/core.ts';
import { useSuggestionsOn } from '../../../data/stored-switch.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { LayerIsOnTop } from '../../../routing/layer-place.ts';
import { dismissPrompt, isPromptClosed, usePrompt } from '../../../ui/dialog/prompts.ts';
import { isCovered } from '../../../ui/overlay.ts';

/** Time on the wall before a host is suggested, ms. */
const BROWSED_MS = 40_000;
const LOOK_EVERY_MS = 1_000;

let shownInThisVisit = false;

/** Whether the page is visible and not covered by a dialog. */
const isFree = () => document.visibilityState === 'visible' && !isCovered();

/**
 * Returns a host to suggest as a card on the wall, and the function that closes it: one who is online, whom the user neither likes nor
 * favours nor has as a friend, and with whom there are no messages. It is returned after 40 s on the uncovered wall, at most once per
 * visit and once a day, and only while suggestions are on.
 */
export function useSuggestion() {
  const onTop = useContext(LayerIsOnTop);
  const isOn = useSuggestionsOn();
  const [due, setDue] = useState(false);
  const [closed, setClosed] = useState(false);
  const browsed = useRef(0);
  const proposed = useLiveQuery(() => readListIndex('proposed'));

  useEffect(() => {
    if (!isOn || !onTop || shownInThisVisit || isPromptClosed('suggestion')) return;
    const timer = setInterval(() => {
      if (!isFree()) return;
      browsed.current += LOOK_EVERY_MS;
      if (browsed.current < BROWSED_MS) return;
      clearInterval(timer);
      void core.refreshList('proposed', false).then((result) => {
        if (!result.ok || !isFree()) return;
        shownInThisVisit = true;
        setDue(true);
      });
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isOn, onTop]);

  const found = due && !closed && isOn ? proposed?.uids[0] : undefined;
  const shown = usePrompt('suggestion', onTop && found !== undefined);
  useEffect(() => {
    if (shown) dismissPrompt('suggestion');
  }, [shown]);
  return { uid: shown ? found : undefined, close: () => setClosed(true) };
}
