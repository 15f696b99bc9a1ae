import { Lazy, partOf, renderNothing } from '../../../ui/lazy.tsx';
import { useSuggestion } from './use-suggestion.ts';

const suggestionCard = partOf(() => import('./suggestion-card.tsx'));

/** Suggests a host on the wall, as decided by `useSuggestion`; the card is loaded only then. */
export const Suggestion = () => {
  const { uid, close } = useSuggestion();
  return uid === undefined ? null : (
    <Lazy part={suggestionCard} with={{ uid, onClose: close }} missing={renderNothing} />
  );
};
