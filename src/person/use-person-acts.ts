import i18next from 'i18next';
import { useCallback, useMemo } from 'react';
import { useLocation } from 'wouter';
import { threadPath } from '#contract/paths.ts';
import { core, userActions } from '../core/core.ts';
import { explainNoDevice } from '../i18n/errors.ts';
import { isCallSupported } from '../media/call-support.ts';
import { dial } from '../routing/call-link.tsx';
import { reportFailure, reportOutcome } from '../ui/feedback/report.ts';
import { showToast } from '../ui/feedback/toast.ts';

/** Returns a stable function that opens the conversation with a person, creating it if necessary. A failure is shown as a toast. */
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

/**
 * Returns stable functions for the actions of a card, without opening the profile: like, call, silver call, ask for a callback, and
 * message, which opens the conversation. Failures are shown as toasts.
 */
export function usePersonActs() {
  const message = useOpenThread();
  return useMemo(
    () => ({
      async like(uid: number, liked: boolean) {
        const result = await userActions.changeRelation(uid, liked ? 'like' : 'unlike');
        reportFailure(result);
      },
      call(uid: number) {
        dial(uid, 'discover');
      },
      silverCall(uid: number) {
        dial(uid, 'silver_anchor', { kind: 'silver' });
      },
      async askCallback(uid: number) {
        if (!isCallSupported()) return showToast(explainNoDevice('unsupported'), 'bad');
        const result = await userActions.askCallback(uid);
        reportOutcome(result, i18next.t('call:callback.asked'));
      },
      message,
    }),
    [message],
  );
}
