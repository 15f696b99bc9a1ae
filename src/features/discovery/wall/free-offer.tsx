import { css } from '@emotion/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useRef } from 'react';
import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import { readState } from '#db/reads/app.ts';
import { useSession } from '../../../data/session.tsx';
import { freeCallOf, useFreeCall } from '../../../data/use-free-call.ts';
import { FreeCallNote } from '../../../ui/free-call-note.tsx';
import { space } from '../../../ui/tokens.ts';

const styles = { root: css({ display: 'grid', minBlockSize: '36px', marginBlockEnd: space(4) }) };

/**
 * Whether there is room for a call that costs nothing above the wall; undefined until the database answered. Decided when
 * the wall is opened, because nothing may shift beneath a finger: who is new has one until the server says otherwise.
 */
export function useRoomForOffer(): boolean | undefined {
  const pays = useSession()?.role !== ROLE_ANCHOR;
  const known = useLiveQuery(async () => (await readState('allowances')) ?? null);
  const room = useRef<boolean>(undefined);
  if (known !== undefined) room.current ??= pays && (known === null || freeCallOf(known) !== undefined);
  return room.current;
}

/** The next call is free for a while: said where one looks for somebody to call. */
export const FreeOffer = () => {
  const offer = useFreeCall();
  return <div css={styles.root}>{offer ? <FreeCallNote {...offer} /> : null}</div>;
};
