import { createContext, Fragment, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { readSession } from '#db/reads/app.ts';
import { drawAccount } from '../core/core.ts';
import { forgetMedia, forgetPushes } from '../core/forget.ts';
import { rememberSignedIn, wasSignedIn } from '../core/signed-in.ts';
import { dropFirst, takeFirst } from '../core/storage.ts';
import { forgetUserValues } from '../local.ts';
import { useLiveQuery } from './use-live-query.ts';

/** The signed-in session; null when no user is signed in, undefined until the database responds. */
export type Session = Awaited<ReturnType<typeof readSession>> | undefined;

const SessionContext = createContext<Session>(undefined);

/**
 * Passes the drawn account to the commands of this page. Rendered before everything else, so that its effect runs after the cleanup
 * of what was drawn for another account, and before the effects of what is drawn for this one.
 */
const DrawnAccount = ({ session }: { readonly session: Session }) => {
  const uid = session === undefined ? undefined : (session?.uid ?? null);
  useEffect(() => {
    if (uid !== undefined) drawAccount(uid);
  }, [uid]);
  return null;
};

/** Returns a key that changes when another account replaces the drawn one without a sign-out between them. */
function useAccountKey(uid: number | undefined): number {
  const [drawn, setDrawn] = useState({ uid, key: 0 });
  if (uid !== drawn.uid)
    setDrawn({ uid, key: drawn.uid === undefined || uid === undefined ? drawn.key : drawn.key + 1 });
  return drawn.key;
}

/**
 * Provides the session to `useSession` by one live query for the whole page. Without a session, and when another account replaces the
 * previous one, it deletes private media and the push subscription from this device. After a sign-out or such a change it also deletes the
 * user's values, such as recent picks (`forgetUserValues`). Everything is mounted again for another account: no text or choice of an
 * account is drawn, stored or sent for the next one.
 */
export const SessionProvider = ({ children }: { readonly children: ReactNode }) => {
  const [first] = useState(() => takeFirst('session'));
  const session = useLiveQuery(readSession, [], first);
  const lastUid = useRef<number>(undefined);
  useEffect(() => {
    // Also at a start without a session: the site's data may have been cleared, but its notifications remain, and
    // their buttons would act for the next user who signs in.
    const isOther = lastUid.current !== undefined && session !== undefined && session?.uid !== lastUid.current;
    if (session === null || isOther) {
      forgetMedia().catch(() => {});
      forgetPushes().catch(() => {});
    }
    if (isOther || (session === null && wasSignedIn())) forgetUserValues();
    if (session?.uid !== first?.uid) dropFirst();
    if (session) lastUid.current = session.uid;
    if (session !== undefined) rememberSignedIn(session !== null);
  }, [session, first]);
  const key = useAccountKey(session?.uid);
  return (
    <SessionContext value={session}>
      <DrawnAccount session={session} />
      <Fragment key={key}>{children}</Fragment>
    </SessionContext>
  );
};

/** Returns the signed-in session of `SessionProvider`; null when no user is signed in, undefined until the database responds. */
export const useSession = (): Session => useContext(SessionContext);
