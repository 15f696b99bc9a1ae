import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { ConsentSwitches } from '../../consent/consent-switches.tsx';
import { ownBuild } from '../../core/new-build.ts';
import { AboutGroup } from '../../features/account/settings/about-group.tsx';
import { AccountGroup } from '../../features/account/settings/account-group.tsx';
import { AppearanceGroup } from '../../features/account/settings/appearance-group.tsx';
import { ChatGroup } from '../../features/account/settings/chat-group.tsx';
import { PrivacyGroup } from '../../features/account/settings/privacy-group.tsx';
import { SignOut } from '../../features/account/settings/sign-out.tsx';
import { NotificationGroup } from '../../features/notices/notifications/notification-group.tsx';
import { OWN_HOME } from '../../paths.ts';
import { BackButton } from '../../ui/layout/back-button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { color, size, space } from '../../ui/style/tokens.ts';

const styles = {
  groups: css({ display: 'grid', gap: space(6) }),
  version: css({ fontSize: size.xs, color: color.faint, textAlign: 'center', fontVariantNumeric: 'tabular-nums' }),
};

/** Route /settings: all settings of the user, links to further pages of settings, and the sign-out (product 2.1). */
const SettingsPage = () => {
  const { t } = useTranslation('settings');
  return (
    <Page title={t('title')} lead={<BackButton to={OWN_HOME} />} narrow>
      <div css={styles.groups}>
        <AccountGroup />
        <NotificationGroup />
        <AppearanceGroup />
        <PrivacyGroup>
          <ConsentSwitches />
        </PrivacyGroup>
        <ChatGroup />
        <AboutGroup />
        <SignOut />
      </div>
      <p css={styles.version}>{t('version', { version: ownBuild })}</p>
    </Page>
  );
};
export default SettingsPage;
