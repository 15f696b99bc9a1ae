import { css } from '@emotion/react';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MoveGroup } from '../../features/account/life/move-group.tsx';
import { MyDataGroup } from '../../features/account/life/my-data-group.tsx';
import { PasswordGroup } from '../../features/account/life/password-group.tsx';
import { SecretsGroup } from '../../features/account/life/secrets-group.tsx';
import { SessionsGroup } from '../../features/account/life/sessions-group.tsx';
import { PasskeysGroup } from '../../features/account/passkeys/passkeys-group.tsx';
import { RecoveryGroup } from '../../features/account/recovery/recovery-group.tsx';
import { useWords } from '../../i18n/more.ts';
import { DELETE_ACCOUNT, SETTINGS } from '../../paths.ts';
import { BackButton } from '../../ui/layout/back-button.tsx';
import { Group, LinkRow } from '../../ui/layout/group.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { IconTile } from '../../ui/mark/icon-tile.tsx';
import { space } from '../../ui/style/tokens.ts';

const styles = { groups: css({ display: 'grid', gap: space(6) }) };

/** Route /security: password, recovery, passkeys, sessions, device transfer, data export, and the link to delete the account. */
const SecurityPage = () => {
  const { t } = useTranslation('settings');
  const ready = useWords('life');
  return (
    <Page title={t('security')} lead={<BackButton to={SETTINGS} />} narrow>
      {ready ? (
        <div css={styles.groups}>
          <PasswordGroup />
          <RecoveryGroup />
          <PasskeysGroup />
          <SessionsGroup />
          <SecretsGroup />
          <MoveGroup />
          <MyDataGroup />
          <Group>
            <LinkRow
              to={DELETE_ACCOUNT}
              icon={
                <IconTile tone={1}>
                  <Trash2 size={18} />
                </IconTile>
              }
              label={t('deleteAccount')}
            />
          </Group>
        </div>
      ) : null}
    </Page>
  );
};
export default SecurityPage;
