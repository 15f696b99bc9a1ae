import { Gift, Languages, MessageSquareLock, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { config as brand } from '#brand/config.ts';
import { useSetting } from '../../../data/settings.ts';
import { setGiftSounds, setShowTranslate, useGiftSounds, useShowTranslate } from '../../../data/stored-switch.ts';
import { formatDays } from '../../../i18n/format.ts';
import { DELETE_MESSAGES, MESSAGE_SETUP } from '../../../paths.ts';
import { Switch } from '../../../ui/input/switch.tsx';
import { Group, LinkRow } from '../../../ui/layout/group.tsx';
import { IconTile } from '../../../ui/mark/icon-tile.tsx';

/** Settings > Chat: translation and gift sounds on this device, and links to the pages of message settings and deletion. */
export const ChatGroup = () => {
  const { t } = useTranslation('settings');
  const keepDays = useSetting('keepDays');
  const translates = useShowTranslate();
  const chimes = useGiftSounds();
  return (
    <Group title={t('chat')}>
      {brand.messageSetup ? (
        <LinkRow
          to={MESSAGE_SETUP}
          icon={
            <IconTile tone={0}>
              <MessageSquareLock size={18} />
            </IconTile>
          }
          label={t('setup.title')}
          hint={t('setup.hint')}
        />
      ) : null}
      <Switch
        label={t('translate')}
        hint={t('translateHint')}
        icon={
          <IconTile tone={3}>
            <Languages size={18} />
          </IconTile>
        }
        on={translates}
        onSwitch={setShowTranslate}
      />
      <Switch
        label={t('giftSounds')}
        hint={t('giftSoundsHint')}
        icon={
          <IconTile tone={7}>
            <Gift size={18} />
          </IconTile>
        }
        on={chimes}
        onSwitch={setGiftSounds}
      />
      <LinkRow
        to={DELETE_MESSAGES}
        icon={
          <IconTile tone={1}>
            <Trash2 size={18} />
          </IconTile>
        }
        label={t('clear.title')}
        value={keepDays === 0 ? t('clear.never') : formatDays(keepDays)}
      />
    </Group>
  );
};
