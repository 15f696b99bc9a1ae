import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useState } from 'react';
import type { AppError } from '#contract/result.ts';
import { readCard, readPerson, readRelation } from '#db/reads/people.ts';
import type { CardRow, PersonRow, RelationRow } from '#db/schema.ts';
import { core } from '../../core/core.ts';

export type Profile = {
  readonly person: PersonRow | undefined;
  readonly card: CardRow | undefined;
  readonly relation: RelationRow | undefined;
};

async function readProfile(uid: number): Promise<Profile> {
  const [person, card, relation] = await Promise.all([readPerson(uid), readCard(uid), readRelation(uid)]);
  return { person, card, relation };
}

/** What the device knows of somebody, drawn at once, and fresh news as soon as they come. */
export function useProfile(uid: number) {
  const known = useLiveQuery(() => readProfile(uid), [uid]);
  const [settled, setSettled] = useState(false);
  const [error, setError] = useState<AppError>();
  const refresh = useCallback(async () => {
    const result = await core.refreshCard(uid);
    setError(result.ok ? undefined : result.error);
    setSettled(true);
  }, [uid]);
  useEffect(() => void refresh(), [refresh]);
  return { known, settled, error, refresh };
}
