import { CheckCheck, Eye, MessageCircleQuestion, UserPlus, UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BLOCKED } from '../../../paths.ts';
import { Group, LinkRow } from '../../../ui/layout/group.tsx';
import { IconTile } from '../../../ui/mark/icon-tile.tsx';
import { Flag } from './flag.tsx';

/**
 * Privacy settings (product 3.7). The setting `joiningGroups` controls friend requests; the wire format fixes its name. `children`:
 * settings of other domains.
 */
export const PrivacyGroup = ({ children }: { readonly children?: ReactNode }) => {
  const { t } = useTranslation('settings');
  return (
    <Group title={t('privacy')}>
      <Flag name="lastSeen" tone={4} icon={<Eye size={18} />} />
      <Flag name="readReceipt" tone={5} icon={<CheckCheck size={18} />} />
      <Flag name="joiningGroups" tone={2} icon={<UserPlus size={18} />} />
      <Flag name="privateMessages" tone={8} icon={<MessageCircleQuestion size={18} />} />
      <LinkRow
        to={BLOCKED}
        icon={
          <IconTile tone={1}>
            <UserX size={18} />
          </IconTile>
        }
        label={t('setup.blocked')}
      />
      {children}
    </Group>
  );
};
