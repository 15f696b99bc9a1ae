import { useCallback, useEffect, useState } from 'react';
import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import { GREETING_AFTER_PROFILE_MS } from '#contract/people/rules.ts';
import type { AppError } from '#contract/result.ts';
import { retryRead } from '#db/reads/live-query.ts';
import { readCard, readPerson, readRelation } from '#db/reads/people.ts';
import type { CardRow, PersonRow, RelationRow } from '#db/schema.ts';
import { core } from '../../../core/core.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { useOnReconnect } from '../../../data/use-on-reconnect.ts';

/** Rows of a user in the database: person, profile card and relation; each undefined if it is not stored. */
export type Profile = {
  readonly person: PersonRow | undefined;
  readonly card: CardRow | undefined;
  readonly relation: RelationRow | undefined;
};

async function readProfile(uid: number): Promise<Profile> {
  const [person, card, relation] = await Promise.all([readPerson(uid), readCard(uid), readRelation(uid)]);
  return { person, card, relation };
}

/**
 * Returns the profile of a user from the database at once, refreshed from the server on mount and on reconnect after a failure. While a
 * host's profile stays open, it reports that to the core once after `GREETING_AFTER_PROFILE_MS`, so that the host may write first.
 */
export function useProfile(uid: number) {
  const known = useLiveQuery(() => readProfile(uid), [uid]);
  const [missing, setMissing] = useState(false);
  const [error, setError] = useState<AppError>();
  const refresh = useCallback(async () => {
    const result = await core.refreshCard(uid);
    // Read from the database: the command may answer before the live query sees the row that it wrote.
    const found = await retryRead(() => readPerson(uid));
    setError(result.ok ? undefined : result.error);
    setMissing(found === undefined);
  }, [uid]);
  useEffect(() => void refresh(), [refresh]);
  useOnReconnect(error !== undefined, () => void refresh());
  const isHost = known?.person?.role === ROLE_ANCHOR;
  useEffect(() => {
    if (!isHost) return;
    const timer = setTimeout(() => void core.tellScene('profile', uid), GREETING_AFTER_PROFILE_MS);
    return () => clearTimeout(timer);
  }, [isHost, uid]);
  return { known, missing, error, refresh };
}
