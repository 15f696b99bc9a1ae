/** What was decided about whom, so that it can be taken back: the core has it already, the database soon. */
export type Verdict = 'like' | 'skip';
export type Decision = { readonly uid: number; readonly name: string; readonly verdict: Verdict };

export type Deck = {
  /** The newest last. */
  readonly past: readonly Decision[];
  /** Whom a decision has taken away, although the database may not know it yet. */
  readonly gone: ReadonlySet<number>;
};

export const NEW_DECK: Deck = { past: [], gone: new Set() };
/** How many decisions can be taken back. */
const REMEMBERED = 50;

export function decide(deck: Deck, decision: Decision): Deck {
  if (deck.gone.has(decision.uid)) return deck;
  return {
    past: [...deck.past, decision].slice(-REMEMBERED),
    gone: new Set(deck.gone).add(decision.uid),
  };
}

/** Without its last decision. */
export function takeBack(deck: Deck): Deck {
  const last = deck.past.at(-1);
  if (!last) return deck;
  const gone = new Set(deck.gone);
  gone.delete(last.uid);
  return { past: deck.past.slice(0, -1), gone };
}

/** A throw is far, or fast in the direction it already goes. Distances in px, speed in px per ms. */
export function verdictOf(distance: number, speed: number, width: number): Verdict | undefined {
  const far = Math.abs(distance) > Math.min(140, width * 0.32);
  const thrown = Math.abs(speed) > 0.55 && Math.abs(distance) > 24 && Math.sign(speed) === Math.sign(distance);
  if (!far && !thrown) return undefined;
  return distance > 0 ? 'like' : 'skip';
}
