import { css } from '@emotion/react';
import { useRef } from 'react';
import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import { readState } from '#db/reads/app.ts';
import { freeCallOf, useKnownFreeCall } from '../../../data/calls/use-free-call.ts';
import { useSession } from '../../../data/session.tsx';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { FreeCallNote } from '../../../ui/mark/free-call-note.tsx';
import { space } from '../../../ui/style/tokens.ts';

const styles = { root: css({ display: 'grid', minBlockSize: '36px', marginBlockEnd: space(4) }) };

/**
 * Whether the wall has room for the free-call note; undefined until the database answers. Decided once per mount, so that
 * nothing shifts under the pointer. A new account is assumed to have a free call until the server denies it.
 */
export function useRoomForOffer(): boolean | undefined {
  const pays = useSession()?.role !== ROLE_ANCHOR;
  const known = useLiveQuery(async () => (await readState('allowances')) ?? null);
  const room = useRef<boolean>(undefined);
  if (known !== undefined) room.current ??= pays && (known === null || freeCallOf(known) !== undefined);
  return room.current;
}

/** Note at the top of the wall that the first part of the next call is free. Keeps its room empty only until the server has answered. */
export const FreeOffer = () => {
  const offer = useKnownFreeCall();
  if (offer === null) return null;
  return <div css={styles.root}>{offer ? <FreeCallNote {...offer} /> : null}</div>;
};
