import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KEEP_DAYS, type Settings } from '#contract/account/settings.ts';
import { useSettings } from '../../../data/settings.ts';
import { formatDays } from '../../../i18n/format.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { RadioList } from '../../../ui/input/radio-list.tsx';
import { Group } from '../../../ui/layout/group.tsx';
import { changeSettings } from './change.ts';

type Days = Settings['keepDays'];

/** Whether the new retention deletes messages at once, because it is shorter. 0 means forever. */
const takesMore = (next: Days, now: Days): boolean => next !== 0 && (now === 0 || next < now);

/**
 * Delete-message settings (product 2.4): the retention of messages on this device, in days. A shorter one is stored after a confirmation.
 */
export const RetentionSetting = () => {
  const { t } = useTranslation('settings');
  const settings = useSettings();
  const now = settings?.keepDays ?? 0;
  const [pendingDays, setPendingDays] = useState<Days>();
  const options = KEEP_DAYS.map((value) => ({
    value,
    label: value === 0 ? t('clear.never') : formatDays(value),
  }));
  return (
    <Group title={t('clear.when')} note={t('clear.note')}>
      <RadioList
        legend={t('clear.when')}
        options={options}
        value={now}
        disabled={settings === undefined}
        onChoose={(next) => (takesMore(next, now) ? setPendingDays(next) : void changeSettings({ keepDays: next }))}
      />
      <ConfirmDialog
        open={pendingDays !== undefined}
        title={t('clear.askTitle')}
        text={t('clear.askText', { days: formatDays(pendingDays ?? 0) })}
        action={t('clear.confirm')}
        onConfirm={() => changeSettings({ keepDays: pendingDays ?? 0 })}
        onClose={() => setPendingDays(undefined)}
      />
    </Group>
  );
};
