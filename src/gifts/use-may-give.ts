import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import { readPerson } from '#db/reads/people.ts';
import { useSession } from '../data/session.tsx';
import { useLiveQuery } from '../data/use-live-query.ts';

/** Returns whether the user may give gifts to this person: users may, to hosts. */
export function useMayGive(uid: number): boolean {
  const role = useSession()?.role;
  const theirs = useLiveQuery(async () => (await readPerson(uid))?.role, [uid]);
  return role !== undefined && role !== ROLE_ANCHOR && theirs === ROLE_ANCHOR;
}
