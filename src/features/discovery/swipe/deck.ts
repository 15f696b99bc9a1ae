/** Decisions of this visit, kept for undo: the core has them already, the database follows. */
export type Verdict = 'like' | 'skip';
export type Decision = { readonly uid: number; readonly name: string; readonly verdict: Verdict };

export type Deck = {
  /** The newest is last. */
  readonly past: readonly Decision[];
  /** People with a decision, although the database may not have it yet. */
  readonly gone: ReadonlySet<number>;
};

export const NEW_DECK: Deck = { past: [], gone: new Set() };
/** How many decisions can be undone. */
const REMEMBERED = 50;

export function decide(deck: Deck, decision: Decision): Deck {
  if (deck.gone.has(decision.uid)) return deck;
  return {
    past: [...deck.past, decision].slice(-REMEMBERED),
    gone: new Set(deck.gone).add(decision.uid),
  };
}

/** Removes the last decision. */
export function takeBack(deck: Deck): Deck {
  const last = deck.past.at(-1);
  if (!last) return deck;
  const gone = new Set(deck.gone);
  gone.delete(last.uid);
  return { past: deck.past.slice(0, -1), gone };
}

/** Returns whether a card is thrown: far, or fast in the direction of its movement. Distances in px, speed in px per ms. */
export function verdictOf(distance: number, speed: number, width: number): Verdict | undefined {
  const far = Math.abs(distance) > Math.min(140, width * 0.32);
  const thrown = Math.abs(speed) > 0.55 && Math.abs(distance) > 24 && Math.sign(speed) === Math.sign(distance);
  if (!far && !thrown) return undefined;
  return distance > 0 ? 'like' : 'skip';
}
