import { useLiveQuery } from 'dexie-react-hooks';
import { createContext, type ReactNode, useContext } from 'react';
import { readSession } from '#db/reads/app.ts';

/** Undefined until the database answered, null when nobody is signed in. */
export type Session = Awaited<ReturnType<typeof readSession>> | undefined;

const SessionContext = createContext<Session>(undefined);

/** One read for the whole page. */
export const SessionProvider = ({ children }: { readonly children: ReactNode }) => (
  <SessionContext value={useLiveQuery(readSession)}>{children}</SessionContext>
);

export const useSession = (): Session => useContext(SessionContext);
