import i18next from 'i18next';
import { useMemo } from 'react';
import { core } from '../core/core.ts';
import { dial } from '../routing/call-link.tsx';
import { reportFailure, reportOutcome } from '../ui/report.ts';
import { useOpenThread } from './use-open-thread.ts';

/** What can be done to somebody without opening the profile. The functions stay the same. */
export function usePersonActs() {
  const message = useOpenThread();
  return useMemo(
    () => ({
      async like(uid: number, liked: boolean) {
        const result = await core.changeRelation(uid, liked ? 'like' : 'unlike');
        reportFailure(result);
      },
      call(uid: number) {
        dial(uid, 'discover');
      },
      silverCall(uid: number) {
        dial(uid, 'silver_anchor', { kind: 'silver' });
      },
      async askCallback(uid: number) {
        const result = await core.askCallback(uid);
        reportOutcome(result, i18next.t('call:callback.asked'));
      },
      message,
    }),
    [message],
  );
}
