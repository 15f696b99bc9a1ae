import { css } from '@emotion/react';
import { BellOff, BellRing, Pin } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingsChange } from '#contract/account/settings.ts';
import { core } from '../../../core/core.ts';
import { useSettings } from '../../../data/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { Group } from '../../../ui/group.tsx';
import { IconTile } from '../../../ui/icon-tile.tsx';
import { reportFailure } from '../../../ui/report.ts';
import { Switch } from '../../../ui/switch.tsx';
import { color, size, space } from '../../../ui/tokens.ts';
import { askPermission, usePermission } from './permission.ts';

const styles = {
  note: css({ display: 'flex', gap: space(3), padding: space(4) }),
  words: css({ flex: 1, minInlineSize: 0, display: 'grid', gap: space(1), justifyItems: 'start' }),
  title: css({ fontSize: size.md, fontWeight: 550 }),
  text: css({ fontSize: size.xs, color: color.soft, textWrap: 'pretty', marginBlockEnd: space(1) }),
};

type NoteProps = {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
};

const Note = ({ icon, title, text, action }: NoteProps) => (
  <div css={styles.note}>
    <IconTile tone={9}>{icon}</IconTile>
    <div css={styles.words}>
      <h3 css={styles.title}>{title}</h3>
      <p css={styles.text}>{text}</p>
      {action}
    </div>
  </div>
);

async function change(settings: SettingsChange): Promise<void> {
  const result = await core.changeSettings(settings);
  reportFailure(result);
}

/** Permission of the browser, requested by a tap and explained when it is refused; below it the account's settings. */
export const NotificationGroup = () => {
  const { t } = useTranslation('settings');
  const permission = usePermission();
  const settings = useSettings();
  const allow = settings?.allowNotifications ?? false;
  return (
    <Group title={t('notifications')}>
      {permission === 'default' ? (
        <Note
          icon={<BellRing size={18} />}
          title={t('notify.allowHint')}
          text={t('notify.askText')}
          action={
            <Button look="primary" small onClick={() => void askPermission()}>
              {t('notify.ask')}
            </Button>
          }
        />
      ) : null}
      {permission === 'denied' ? (
        <Note icon={<BellOff size={18} />} title={t('notify.denied')} text={t('notify.deniedText')} />
      ) : null}
      {permission === 'unsupported' ? (
        <Note icon={<BellOff size={18} />} title={t('notify.unsupported')} text={t('notify.unsupportedText')} />
      ) : null}
      {permission === 'granted' ? (
        <>
          <Switch
            label={t('notify.allow')}
            hint={t('notify.allowHint')}
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
  );
};
