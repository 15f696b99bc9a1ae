import { useLiveQuery } from 'dexie-react-hooks';
import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import { readPerson } from '#db/reads/people.ts';
import { useSession } from '../data/session.tsx';

/** Whether the reader can give gifts to this person: to hosts, and hosts give none. */
export function useMayGive(uid: number): boolean {
  const role = useSession()?.role;
  const theirs = useLiveQuery(async () => (await readPerson(uid))?.role, [uid]);
  return role !== undefined && role !== ROLE_ANCHOR && theirs === ROLE_ANCHOR;
}
