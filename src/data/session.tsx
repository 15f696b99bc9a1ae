import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { readSession } from '#db/reads/app.ts';
import { forgetMedia, forgetPushes } from '../core/forget.ts';
import { rememberSignedIn } from '../core/signed-in.ts';
import { dropFirst, takeFirst } from '../core/storage.ts';
import { useLiveQuery } from './use-live-query.ts';

/** The signed-in session; null when no user is signed in, undefined until the database responds. */
export type Session = Awaited<ReturnType<typeof readSession>> | undefined;

const SessionContext = createContext<Session>(undefined);

/**
 * Provides the session to `useSession` by one live query for the whole page. Without a session, or after a change of user, it
 * also removes the push subscription and private media of this device.
 */
export const SessionProvider = ({ children }: { readonly children: ReactNode }) => {
  const [first] = useState(() => takeFirst('session'));
  const session = useLiveQuery(readSession, [], first);
  const lastUid = useRef<number>(undefined);
  useEffect(() => {
    if (session === null) forgetMedia().catch(() => {});
    // Also at a start without a session: the site's data may have been cleared, but its notifications remain, and
    // their buttons would act for the next user who signs in.
    const isOther = lastUid.current !== undefined && session !== undefined && session?.uid !== lastUid.current;
    if (session === null || isOther) forgetPushes().catch(() => {});
    if (session?.uid !== first?.uid) dropFirst();
    if (session) lastUid.current = session.uid;
    if (session !== undefined) rememberSignedIn(session !== null);
  }, [session, first]);
  return <SessionContext value={session}>{children}</SessionContext>;
};

/** Returns the signed-in session of `SessionProvider`; null when no user is signed in, undefined until the database responds. */
export const useSession = (): Session => useContext(SessionContext);
