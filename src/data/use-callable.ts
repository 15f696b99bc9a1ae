import { useLiveQuery } from 'dexie-react-hooks';
import { ROLE_ANCHOR } from '#contract/rules.ts';
import { readPerson } from '#db/reads/people.ts';
import { useSession } from './session.tsx';

/** What the reader may do to talk to somebody: users call anchors, and an anchor asks a user to call. */
export type Callable = 'call' | 'ask' | 'none';

export const callableOf = (ownRole: number, role: number | undefined): Callable => {
  if (ownRole !== ROLE_ANCHOR) return role === ROLE_ANCHOR ? 'call' : 'none';
  return role === ROLE_ANCHOR ? 'none' : 'ask';
};

export function useCallable(uid: number): Callable {
  const session = useSession();
  const person = useLiveQuery(() => readPerson(uid), [uid]);
  return session ? callableOf(session.role, person?.role) : 'none';
}
