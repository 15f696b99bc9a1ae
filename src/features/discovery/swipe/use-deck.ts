import { useCallback, useRef, useState } from 'react';
import type { PersonRow } from '#db/schema.ts';
import { core, userActions } from '../../../core/core.ts';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { type Decision, decide, NEW_DECK, type SwipeVerdict, takeBack } from './deck.ts';

/** A card of the swipe feed that is flying off the screen after its decision. */
export type Leaving = { readonly person: PersonRow; readonly verdict: SwipeVerdict };

const sendVerdict = ({ uid, verdict }: Decision, undone: boolean) =>
  verdict === 'like' ? userActions.changeRelation(uid, undone ? 'unlike' : 'like') : core.skipPerson(uid, !undone);

/** State of the swipe feed: the stack, the cards flying off, and undo. The core stores the decisions. */
export function useDeck(people: readonly PersonRow[]) {
  const [deck, setDeck] = useState(NEW_DECK);
  const [leaving, setLeaving] = useState<readonly Leaving[]>([]);
  const [returned, setReturned] = useState<Decision>();
  const [last, setLast] = useState<{ readonly decision: Decision; readonly undone: boolean }>();
  const cards = people.filter(({ uid }) => !deck.gone.has(uid));
  const current = useRef({ deck, top: cards[0] });
  current.current = { deck, top: cards[0] };

  const throwTop = useCallback((verdict: SwipeVerdict) => {
    const { top } = current.current;
    if (!top) return;
    const decision: Decision = { uid: top.uid, name: top.nickName, verdict };
    // Updated immediately rather than by the next render: a second fast throw must not hit the same person.
    current.current.top = undefined;
    setDeck((before) => decide(before, decision));
    setLeaving((before) => [...before.filter(({ person }) => person.uid !== top.uid), { person: top, verdict }]);
    setLast({ decision, undone: false });
    void sendVerdict(decision, false).then((result) => {
      reportFailure(result);
    });
  }, []);

  const undo = useCallback(() => {
    const decision = current.current.deck.past.at(-1);
    if (!decision) return;
    current.current.deck = takeBack(current.current.deck);
    setDeck(takeBack);
    setLeaving((before) => before.filter(({ person }) => person.uid !== decision.uid));
    setReturned(decision);
    setLast({ decision, undone: true });
    void sendVerdict(decision, true).then((result) => {
      reportFailure(result);
    });
  }, []);

  const forget = useCallback(
    (uid: number) => setLeaving((before) => before.filter(({ person }) => person.uid !== uid)),
    [],
  );
  return { cards, leaving, returned, last, canUndo: deck.past.length > 0, throwTop, undo, forget };
}
