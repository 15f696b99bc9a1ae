import { useTranslation } from 'react-i18next';
import { STRANGERS } from '#contract/account/settings.ts';
import { useSettings } from '../../../data/settings.ts';
import { RadioList } from '../../../ui/input/radio-list.tsx';
import { Group } from '../../../ui/layout/group.tsx';
import { changeSettings } from './change.ts';
import { Flag } from './flag.tsx';

const WORDS = {
  everyone: ['setup.everyone', 'setup.everyoneHint'],
  friends: ['setup.friends', 'setup.friendsHint'],
  nobody: ['setup.nobody', 'setup.nobodyHint'],
} as const;

/** Message settings (product 2.4): which users may write, read receipts and last seen. */
export const WhoMayWrite = () => {
  const { t } = useTranslation('settings');
  const settings = useSettings();
  const strangers = settings?.strangers ?? 'everyone';
  const options = STRANGERS.map((value) => ({ value, label: t(WORDS[value][0]), hint: t(WORDS[value][1]) }));
  return (
    <>
      <Group title={t('setup.who')} note={t('setup.whoNote')}>
        <RadioList
          legend={t('setup.who')}
          options={options}
          value={strangers}
          disabled={settings === undefined}
          onChoose={(chosen) => void changeSettings({ strangers: chosen })}
        />
        <Flag name="privateMessages" />
      </Group>
      <Group title={t('setup.others')}>
        <Flag name="readReceipt" />
        <Flag name="lastSeen" />
      </Group>
    </>
  );
};
