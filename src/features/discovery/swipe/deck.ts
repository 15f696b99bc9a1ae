/** The user's decision on a card of the swipe feed: `like` by a throw to the right, `skip` to the left. */
export type SwipeVerdict = 'like' | 'skip';
/** A decision in the swipe feed, remembered for undo until the feed is left. */
export type Decision = { readonly uid: number; readonly name: string; readonly verdict: SwipeVerdict };

/** Undo history of the swipe feed since it was opened. The core stores the decisions themselves. */
export type Deck = {
  /** Decisions that can be undone, newest last. */
  readonly past: readonly Decision[];
  /** Users who were decided on; they are hidden even while the database still lists them. */
  readonly gone: ReadonlySet<number>;
};

/** Undo history when the swipe feed opens: no decisions yet. */
export const NEW_DECK: Deck = { past: [], gone: new Set() };
/** Maximum number of decisions that can be undone. */
const REMEMBERED = 50;

/** Adds a decision to the undo history; a second decision on the same user is ignored. */
export function decide(deck: Deck, decision: Decision): Deck {
  if (deck.gone.has(decision.uid)) return deck;
  return {
    past: [...deck.past, decision].slice(-REMEMBERED),
    gone: new Set(deck.gone).add(decision.uid),
  };
}

/** Removes the last decision from the undo history, so that its card is shown again. */
export function takeBack(deck: Deck): Deck {
  const last = deck.past.at(-1);
  if (!last) return deck;
  const gone = new Set(deck.gone);
  gone.delete(last.uid);
  return { past: deck.past.slice(0, -1), gone };
}

/**
 * Returns the decision after a drag of a card: it was moved far, or fast in the direction of its movement; otherwise undefined,
 * and the card springs back. Distances in px, speed in px/ms.
 */
export function verdictOf(distance: number, speed: number, width: number): SwipeVerdict | undefined {
  const far = Math.abs(distance) > Math.min(140, width * 0.32);
  const thrown = Math.abs(speed) > 0.55 && Math.abs(distance) > 24 && Math.sign(speed) === Math.sign(distance);
  if (!far && !thrown) return undefined;
  return distance > 0 ? 'like' : 'skip';
}
