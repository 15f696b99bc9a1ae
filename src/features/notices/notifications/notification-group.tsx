import { BellOff, BellRing, Pin } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SettingsChange } from '#contract/account/settings.ts';
import { core } from '../../../core/core.ts';
import { mustInstallForPushes } from '../../../data/platform.ts';
import { useSettings } from '../../../data/settings.ts';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { Button } from '../../../ui/input/button.tsx';
import { Switch } from '../../../ui/input/switch.tsx';
import { Group } from '../../../ui/layout/group.tsx';
import { Lazy, partOf, renderNothing } from '../../../ui/lazy.tsx';
import { IconTile } from '../../../ui/mark/icon-tile.tsx';
import { Note } from './note.tsx';
import { askPermission, noticeHint, usePermission } from './permission.ts';

const choices = partOf(() => import('./notice-choices.tsx'));
const iosNote = partOf(() => import('./ios-note.tsx'));

async function change(settings: SettingsChange): Promise<void> {
  const result = await core.changeSettings(settings);
  reportFailure(result);
}

/** Browser permission, requested by a tap and explained if denied; below it the account's notification settings. */
export const NotificationGroup = () => {
  const { t } = useTranslation('settings');
  const permission = usePermission();
  const settings = useSettings();
  const allow = settings?.allowNotifications ?? false;
  const outside = mustInstallForPushes();
  return (
    <>
      <Group title={t('notifications')}>
        {outside ? <Lazy part={iosNote} with={{}} missing={renderNothing} /> : null}
        {permission === 'default' ? (
          <Note
            icon={<BellRing size={18} />}
            title={t(noticeHint())}
            text={t('notify.askText')}
            action={
              <Button variant="primary" small onClick={() => void askPermission()}>
                {t('notify.ask')}
              </Button>
            }
          />
        ) : null}
        {permission === 'denied' ? (
          <Note icon={<BellOff size={18} />} title={t('notify.denied')} text={t('notify.deniedText')} />
        ) : null}
        {permission === 'unsupported' && !outside ? (
          <Note icon={<BellOff size={18} />} title={t('notify.unsupported')} text={t('notify.unsupportedText')} />
        ) : null}
        {permission === 'granted' ? (
          <>
            <Switch
              label={t('notify.allow')}
              hint={t(noticeHint())}
              icon={
                <IconTile tone={0}>
                  <BellRing size={18} />
                </IconTile>
              }
              on={allow}
              disabled={settings === undefined}
              onSwitch={(on) => void change({ allowNotifications: on })}
            />
            <Switch
              label={t('notify.keep')}
              hint={t('notify.keepHint')}
              icon={
                <IconTile tone={7}>
                  <Pin size={18} />
                </IconTile>
              }
              on={settings?.keepNotifications ?? false}
              disabled={!allow}
              onSwitch={(on) => void change({ keepNotifications: on })}
            />
          </>
        ) : null}
      </Group>
      {permission === 'granted' && allow && settings ? (
        <Lazy
          part={choices}
          with={{ settings, onChange: (next: SettingsChange) => void change(next) }}
          missing={renderNothing}
        />
      ) : null}
    </>
  );
};
