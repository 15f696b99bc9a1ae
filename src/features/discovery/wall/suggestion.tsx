import { Later, partOf } from '../../../ui/later.tsx';
import { useSuggestion } from './use-suggestion.ts';

const suggestionCard = partOf(() => import('./suggestion-card.tsx'));

/** Proposes somebody once they were found; the card is fetched only then. */
export const Suggestion = () => {
  const { uid, close } = useSuggestion();
  return uid === undefined ? null : <Later part={suggestionCard} with={{ uid, onClose: close }} />;
};
