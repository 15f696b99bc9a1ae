import { useMemo } from 'react';
import { OFFICIAL_UID } from '#contract/account/rules.ts';
import { readPerson } from '#db/reads/people.ts';
import { useSession } from '../../data/session.tsx';
import { useLiveQuery } from '../../data/use-live-query.ts';
import { TRAY } from './table.ts';
import { type TrayPlace, type TrayTool, toolsAt } from './tools.ts';

/** Returns the tools that the composer of a conversation offers; none for the team, which reads only text. */
export function useTools(uid: number, where: TrayPlace['where']): readonly TrayTool[] {
  const role = useSession()?.role;
  const peerRole = useLiveQuery(async () => (await readPerson(uid))?.role, [uid]);
  return useMemo(
    () => (uid === OFFICIAL_UID ? [] : toolsAt(TRAY, { role, peerRole, where })),
    [uid, role, peerRole, where],
  );
}
