import { useEffect, useReducer } from 'react';
import { readTyping } from '#db/reads/messages.ts';
import { useLiveQuery } from '../use-live-query.ts';

/** Returns whether a peer is typing. The state expires if the peer never reports a stop. */
export function useIsTyping(uid: number): boolean {
  const until = useLiveQuery(() => readTyping(uid), [uid]) ?? 0;
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    const left = until - Date.now();
    if (left <= 0) return;
    const timer = setTimeout(drawAgain, left + 1);
    return () => clearTimeout(timer);
  }, [until]);
  return until > Date.now();
}
