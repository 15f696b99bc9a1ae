import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../data/session.tsx';
import { showToast } from '../../../ui/feedback/toast.ts';
import { Button } from '../../../ui/input/button.tsx';
import { Group } from '../../../ui/layout/group.tsx';
import { space } from '../../../ui/style/tokens.ts';
import { saveDiagnosis } from './diagnosis.ts';
import { SafeGroup } from './safe-group.tsx';
import { StoredDataGroup } from './stored-data-group.tsx';
import { WaitingGroup } from './waiting-group.tsx';

const styles = {
  groups: css({ display: 'grid', gap: space(6) }),
  actions: css({ display: 'grid', padding: space(4) }),
};

/**
 * Device page: changes that wait for the server, sizes of stored data, protection of the storage from eviction, and a diagnostic file to
 * save.
 */
export const DeviceScreen = () => {
  const { t } = useTranslation('device');
  const uid = useSession()?.uid ?? 0;
  const save = async () => {
    await saveDiagnosis(uid);
    showToast(t('diagnosis.saved'), 'good');
  };
  return (
    <div css={styles.groups}>
      <WaitingGroup />
      <StoredDataGroup />
      <SafeGroup />
      <Group title={t('diagnosis.title')} note={t('diagnosis.text')}>
        <div css={styles.actions}>
          <Button onClick={() => void save()}>{t('diagnosis.save')}</Button>
        </div>
      </Group>
    </div>
  );
};
