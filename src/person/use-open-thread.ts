import { useCallback } from 'react';
import { useLocation } from 'wouter';
import { core } from '../core/core.ts';
import { threadPath } from '../paths.ts';
import { reportFailure } from '../ui/report.ts';

/** Opens the conversation with somebody, also one that has not begun. The function stays the same. */
export function useOpenThread() {
  const [, navigate] = useLocation();
  return useCallback(
    async (uid: number, name: string): Promise<void> => {
      const result = await core.openThread(uid, name);
      if (result.ok) navigate(threadPath(result.value.tid));
      else reportFailure(result);
    },
    [navigate],
  );
}
