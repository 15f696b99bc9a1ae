import i18next from 'i18next';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { core } from '../core/core.ts';
import { explain } from '../i18n/errors.ts';
import { threadPath } from '../paths.ts';
import { dial } from '../routing/call-link.tsx';
import { showToast } from '../ui/toast.ts';

/** What can be done to somebody without opening the profile. The functions stay the same. */
export function usePersonActs() {
  const [, navigate] = useLocation();
  return useMemo(
    () => ({
      async like(uid: number, liked: boolean) {
        const result = await core.changeRelation(uid, liked ? 'like' : 'unlike');
        if (!result.ok) showToast(explain(result.error), 'bad');
      },
      call(uid: number) {
        dial(uid, 'discover');
      },
      silverCall(uid: number) {
        dial(uid, 'silver_anchor', { kind: 'silver' });
      },
      async askCallback(uid: number) {
        const result = await core.askCallback(uid);
        showToast(result.ok ? i18next.t('call:callback.asked') : explain(result.error), result.ok ? 'calm' : 'bad');
      },
      async message(uid: number, name: string) {
        const result = await core.openThread(uid, name);
        if (result.ok) navigate(threadPath(result.value.tid));
        else showToast(explain(result.error), 'bad');
      },
    }),
    [navigate],
  );
}
