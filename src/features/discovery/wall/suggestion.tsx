import { Later, nothing, partOf } from '../../../ui/later.tsx';
import { useSuggestion } from './use-suggestion.ts';

const suggestionCard = partOf(() => import('./suggestion-card.tsx'));

/** Proposes a host once one was found; the card's script is loaded only then. */
export const Suggestion = () => {
  const { uid, close } = useSuggestion();
  return uid === undefined ? null : <Later part={suggestionCard} with={{ uid, onClose: close }} missing={nothing} />;
};
