import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../data/session.tsx';
import { EDIT_PROFILE, SECURITY } from '../../../paths.ts';
import { Avatar } from '../../../person/avatar.tsx';
import { Group, LinkRow } from '../../../ui/layout/group.tsx';
import { IconTile } from '../../../ui/mark/icon-tile.tsx';

/** The signed-in user, with links to the profile editor and the security settings. */
export const AccountGroup = () => {
  const { t } = useTranslation('settings');
  const session = useSession();
  if (!session) return null;
  const { uid, nickName } = session;
  return (
    <Group title={t('account')}>
      <LinkRow
        to={EDIT_PROFILE}
        icon={<Avatar uid={uid} name={nickName} />}
        label={nickName}
        hint={`${t('userId', { uid })} · ${t('editProfile')}`}
      />
      <LinkRow
        to={SECURITY}
        icon={
          <IconTile tone={6}>
            <KeyRound size={18} />
          </IconTile>
        }
        label={t('security')}
        hint={t('securityHint')}
      />
    </Group>
  );
};
