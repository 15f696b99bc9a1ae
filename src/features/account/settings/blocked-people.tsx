import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { readBlocked, readPerson } from '#db/reads/people.ts';
import { core, userActions } from '../../../core/core.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { Avatar } from '../../../person/avatar.tsx';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { showToast } from '../../../ui/feedback/toast.ts';
import { Button } from '../../../ui/input/button.tsx';
import { Group, PlainRow } from '../../../ui/layout/group.tsx';

type Blocked = { readonly uid: number; readonly nickName: string };

async function readBlockedPeople(): Promise<readonly Blocked[]> {
  const rows = await readBlocked();
  return Promise.all(rows.map(async ({ uid }) => ({ uid, nickName: (await readPerson(uid))?.nickName ?? '' })));
}

/** Blocked users, each with a button that unblocks. */
export const BlockedPeople = () => {
  const { t } = useTranslation('settings');
  const people = useLiveQuery(readBlockedPeople);
  const connected = useAppState('connection')?.state === 'connected';
  // A new device knows only the uids; the names are fetched while the chat connection is up.
  const requestedUids = useRef(new Set<number>());
  useEffect(() => {
    if (!connected) return;
    for (const { uid, nickName } of people ?? []) {
      if (nickName !== '' || requestedUids.current.has(uid)) continue;
      requestedUids.current.add(uid);
      void core.refreshCard(uid).then(({ ok }) => {
        // A failed request is repeated with the next chat connection.
        if (!ok) requestedUids.current.delete(uid);
      });
    }
  }, [people, connected]);
  const unblock = async (uid: number, name: string) => {
    const result = await userActions.changeRelation(uid, 'unblock');
    if (result.ok) showToast(t('setup.unblocked', { name }), 'good');
    else reportFailure(result);
  };
  if (!people) return null;
  return (
    <Group title={t('setup.blocked')}>
      {people.length === 0 ? <PlainRow label={t('setup.blockedNone')} /> : null}
      {people.map(({ uid, nickName }) => {
        const name = nickName || t('setup.person', { uid });
        return (
          <PlainRow
            key={uid}
            icon={<Avatar uid={uid} name={name} size="small" />}
            label={name}
            action={
              <Button small aria-label={t('setup.unblockName', { name })} onClick={() => void unblock(uid, name)}>
                {t('setup.unblock')}
              </Button>
            }
          />
        );
      })}
    </Group>
  );
};
