import { readRecords } from '#db/reads/payments.ts';
import { core } from '../../../core/core.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { useRefreshing } from '../../../data/use-refresh.ts';

type Kind = Parameters<typeof readRecords>[0];

/** Returns one list of the payment history as cached on this device, refreshed when shown; `readMore` loads the next page. */
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
