import { useEffect, useReducer, useRef } from 'react';
import { useAppState } from '../../data/use-app-state.ts';
import { type Outage, stepOutage, type Trouble, troubleOf } from './outage.ts';

/** Returns the connection trouble to show now, and re-renders when the connection, the network or the elapsed time changes it. */
export function useTrouble(): Trouble {
  const row = useAppState('connection');
  const outage = useRef<Outage>(null);
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const now = Date.now();
  outage.current = row ? stepOutage(outage.current, row.state, row.online, now) : null;
  const { trouble, nextMs } = troubleOf(outage.current, now);

  useEffect(() => {
    if (nextMs === 0) return;
    const timer = setTimeout(rerender, nextMs + 20);
    return () => clearTimeout(timer);
  });
  return trouble;
}
