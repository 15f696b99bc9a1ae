import { css } from '@emotion/react';
import { ShieldCheck, ShieldQuestion } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isStoragePersisted, persistStorage } from '../../../data/persist-storage.ts';
import { showToast } from '../../../ui/feedback/toast.ts';
import { Button } from '../../../ui/input/button.tsx';
import { Group, PlainRow } from '../../../ui/layout/group.tsx';
import { space } from '../../../ui/style/tokens.ts';

const styles = { actions: css({ display: 'grid', padding: space(4) }) };

/**
 * Device page: whether the browser exempts the app's storage from eviction, with a button that requests it. Renders nothing if
 * the browser has no such API.
 */
export const SafeGroup = () => {
  const { t } = useTranslation('device');
  const [isPersistent, setPersistent] = useState<boolean>();
  useEffect(() => void isStoragePersisted().then(setPersistent), []);
  if (isPersistent === undefined) return null;
  const ask = async () => {
    const answer = await persistStorage();
    setPersistent(answer === true);
    if (!answer) showToast(t('safe.refused'), 'bad');
  };
  return (
    <Group title={t('safe.title')} note={t('safe.note')}>
      <PlainRow
        icon={
          isPersistent ? <ShieldCheck size={20} aria-hidden="true" /> : <ShieldQuestion size={20} aria-hidden="true" />
        }
        label={t(isPersistent ? 'safe.kept' : 'safe.notKept')}
      />
      {isPersistent ? null : (
        <div css={styles.actions}>
          <Button onClick={() => void ask()}>{t('safe.keep')}</Button>
        </div>
      )}
    </Group>
  );
};
