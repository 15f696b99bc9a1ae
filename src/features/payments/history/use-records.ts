import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import type { AppError } from '#contract/result.ts';
import { readRecords } from '#db/reads/payments.ts';
import { core } from '../../../core/core.ts';

type Kind = Parameters<typeof readRecords>[0];

/** A history as this device has it; it is fetched anew when it is shown, and page after page on demand. */
export function useRecords(kind: Kind) {
  const records = useLiveQuery(() => readRecords(kind), [kind]);
  const [error, setError] = useState<AppError>();
  const [busy, setBusy] = useState(true);
  const fetchPage = async (more: boolean) => {
    setBusy(true);
    const result = await core.refreshRecords(kind, more);
    setBusy(false);
    setError(result.ok ? undefined : result.error);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the kind is the occasion
  useEffect(() => void fetchPage(false), [kind]);
  return { records, error, busy, refresh: () => void fetchPage(false), readMore: () => void fetchPage(true) };
}
