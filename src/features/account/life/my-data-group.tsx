import { css } from '@emotion/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { core } from '../../../core/core.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { explain } from '../../../i18n/errors.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { Button } from '../../../ui/input/button.tsx';
import { FormError } from '../../../ui/input/form-error.tsx';
import { Group } from '../../../ui/layout/group.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { color, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({ display: 'grid', gap: space(4), padding: space(4) }),
  text: css({ color: color.soft, textWrap: 'pretty' }),
};

/** Downloads the data export from the Origin Private File System, where the core has written it under `name`. */
async function saveExport(name: string): Promise<void> {
  const folder = await navigator.storage.getDirectory();
  saveFile(await (await folder.getFileHandle(name)).getFile(), name);
}

/** Security settings: exports all data of the account into one file, created on this device. */
export const MyDataGroup = () => {
  const { t } = useTranslation('life');
  const row = useAppState('export');
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    reportFailure(await core.exportData());
    setBusy(false);
  };
  const drop = async () => reportFailure(await core.discardExport());
  const counts = {
    messages: formatNumber(row?.messages ?? 0),
    media: formatNumber(row?.media ?? 0),
  };
  return (
    <Group title={t('data.title')} {...(row?.state === 'done' && { note: t('data.kept') })}>
      <div css={styles.root}>
        {row === undefined || row.state === 'failed' ? (
          <>
            <p css={styles.text}>{t('data.text')}</p>
            <FormError text={row?.state === 'failed' ? explain(row.error) : ''} />
            <Button wide disabled={busy} onClick={() => void make()}>
              {t('data.make')}
            </Button>
          </>
        ) : null}
        {row?.state === 'running' ? (
          <>
            <p css={styles.text} role="status">
              {t('data.running', counts)}
            </p>
            <Button wide onClick={() => void drop()}>
              {t('data.cancel')}
            </Button>
          </>
        ) : null}
        {row?.state === 'done' ? (
          <>
            <p css={styles.text}>{t('data.running', counts)}</p>
            {row.missing > 0 ? (
              <p css={styles.text}>{t('data.missing', { number: formatNumber(row.missing) })}</p>
            ) : null}
            <Button variant="primary" wide onClick={() => void saveExport(row.file)}>
              {t('data.save')}
            </Button>
            <Button wide onClick={() => void drop()}>
              {t('data.delete')}
            </Button>
          </>
        ) : null}
      </div>
    </Group>
  );
};
