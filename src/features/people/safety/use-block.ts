import { useTranslation } from 'react-i18next';
import { readRelation } from '#db/reads/people.ts';
import { userActions } from '../../../core/core.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { reportOutcome } from '../../../ui/feedback/report.ts';

/**
 * Returns whether the user has blocked a person, and the functions that block and unblock. Each shows a toast and resolves to
 * whether it succeeded.
 */
export function useBlock(uid: number, name: string) {
  const { t } = useTranslation('safety');
  const blocked = useLiveQuery(async () => (await readRelation(uid))?.blocked ?? false, [uid], false);
  const change = async (action: 'block' | 'unblock'): Promise<boolean> => {
    const result = await userActions.changeRelation(uid, action);
    const done = action === 'block' ? t('blocked', { name }) : t('unblocked', { name });
    reportOutcome(result, done);
    return result.ok;
  };
  return { blocked, block: () => change('block'), unblock: () => change('unblock') };
}
