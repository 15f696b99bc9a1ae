import { useLiveQuery } from 'dexie-react-hooks';
import { readRecords } from '#db/reads/payments.ts';
import { core } from '../../../core/core.ts';
import { useRefreshing } from '../../../data/use-refresh.ts';

type Kind = Parameters<typeof readRecords>[0];

/** A history as cached on this device. It is refreshed when shown, and further pages are loaded on demand. */
export function useRecords(kind: Kind) {
  const records = useLiveQuery(() => readRecords(kind), [kind]);
  const { error, busy, refresh } = useRefreshing(() => core.refreshRecords(kind, false), true, kind);
  return {
    records,
    error,
    busy,
    refresh: () => void refresh(),
    readMore: () => void refresh(() => core.refreshRecords(kind, true)),
  };
}
