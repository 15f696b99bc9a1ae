import { useLiveQuery } from 'dexie-react-hooks';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { readSession } from '#db/reads/app.ts';
import { forgetMedia, forgetPushes } from '../core/forget.ts';
import { dropFirst, takeFirst } from '../core/storage.ts';
import { rememberSignedIn } from './signed-in.ts';

/** The session; undefined until the database answered, null when no user is signed in. */
export type Session = Awaited<ReturnType<typeof readSession>> | undefined;

const SessionContext = createContext<Session>(undefined);

/** One read for the whole page. */
export const SessionProvider = ({ children }: { readonly children: ReactNode }) => {
  const [first] = useState(() => takeFirst('session'));
  const session = useLiveQuery(readSession, [], first);
  const wasSignedIn = useRef(false);
  useEffect(() => {
    if (session === null) forgetMedia().catch(() => {});
    if (session === null && wasSignedIn.current) forgetPushes().catch(() => {});
    if (session?.uid !== first?.uid) dropFirst();
    wasSignedIn.current = Boolean(session);
    if (session !== undefined) rememberSignedIn(session !== null);
  }, [session, first]);
  return <SessionContext value={session}>{children}</SessionContext>;
};

export const useSession = (): Session => useContext(SessionContext);
