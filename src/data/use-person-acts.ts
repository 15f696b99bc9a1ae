import i18next from 'i18next';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { callPath, threadPath } from '../app/paths.ts';
import { core } from '../core/core.ts';
import { explain } from '../i18n/errors.ts';
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
        navigate(callPath(uid, 'discover'));
      },
      silverCall(uid: number) {
        navigate(callPath(uid, 'silver_anchor', 'silver'));
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
