import { useTranslation } from 'react-i18next';
import { core } from '../../../core/core.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { formatDay } from '../../../i18n/format.ts';
import { reportOutcome } from '../../../ui/feedback/report.ts';
import { Button } from '../../../ui/input/button.tsx';
import { Group, PlainRow } from '../../../ui/layout/group.tsx';
import { DeviceIcon } from './device-icon.tsx';

/**
 * Security settings: devices that can sign in to this account without a password. Each except the current one has a button that revokes
 * this, if the server allows it (`canEnd`). `SessionsGroup` refreshes the list.
 */
export const SecretsGroup = () => {
  const { t } = useTranslation('life');
  const secrets = useAppState('sessions')?.secrets ?? [];
  if (secrets.length === 0) return null;
  const end = async (id: string) => reportOutcome(await core.endSecret(id), t('secrets.ended'));
  return (
    <Group title={t('secrets.title')}>
      {secrets.map(({ id, platform, browser, madeAt, own, canEnd }) => {
        const name = [platform, browser].filter((part) => part !== '').join(' · ') || t('sessions.unknown');
        return (
          <PlainRow
            key={id}
            icon={<DeviceIcon platform={platform} />}
            label={name}
            hint={own ? t('sessions.own') : t('secrets.added', { date: formatDay(madeAt, Date.now()) })}
            action={
              canEnd && !own ? (
                <Button small aria-label={t('secrets.endName', { name })} onClick={() => void end(id)}>
                  {t('secrets.end')}
                </Button>
              ) : null
            }
          />
        );
      })}
    </Group>
  );
};
