import { useCallback, useEffect, useState } from 'react';

/** Result of the reachability check of the app's origin. */
export type Reach = 'checking' | 'reachable' | 'unreachable';

const PATIENCE_MS = 5_000;

/** Checks the own origin; a page cannot check other origins because of CORS. */
async function ask(): Promise<Reach> {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) });
    return answer.ok ? 'reachable' : 'unreachable';
  } catch {
    return 'unreachable';
  }
}

/** Returns whether the server of this origin answers, checked on mount, and a function that checks again. */
export function useReach(): readonly [Reach, () => void] {
  const [reach, setReach] = useState<Reach>('checking');
  const check = useCallback(() => {
    setReach('checking');
    void ask().then(setReach);
  }, []);
  useEffect(check, [check]);
  return [reach, check];
}
