import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings } from '#contract/account/settings.ts';
import { useSettings } from '../../../data/settings.ts';
import { Switch } from '../../../ui/input/switch.tsx';
import { IconTile } from '../../../ui/mark/icon-tile.tsx';
import { changeSettings } from './change.ts';

/** Translation keys of the label and the hint of each boolean setting (product 3.7). */
const TEXT_KEYS = {
  lastSeen: ['lastSeen', 'lastSeenHint'],
  readReceipt: ['readReceipt', 'readReceiptHint'],
  joiningGroups: ['joiningGroups', 'joiningGroupsHint'],
  privateMessages: ['privateMessages', 'privateMessagesHint'],
  borderedTheme: ['bordered', 'borderedHint'],
} as const satisfies Partial<Record<keyof Settings, readonly [string, string]>>;

type Props = {
  readonly name: keyof typeof TEXT_KEYS;
  readonly tone?: number;
  readonly icon?: ReactNode;
};

/** Settings row with a switch for one boolean account setting. `privateMessages` is shown as off and disabled unless everyone may write. */
export const Flag = ({ name, tone = 0, icon }: Props) => {
  const { t } = useTranslation('settings');
  const settings = useSettings();
  const [label, hint] = TEXT_KEYS[name];
  // Without effect unless everyone may write: shown as off, so that it does not contradict that choice.
  const isOverruled = name === 'privateMessages' && settings !== undefined && settings.strangers !== 'everyone';
  return (
    <Switch
      label={t(label)}
      hint={t(hint)}
      icon={icon ? <IconTile tone={tone}>{icon}</IconTile> : undefined}
      on={(settings?.[name] ?? false) && !isOverruled}
      disabled={isOverruled || settings === undefined}
      onSwitch={(on) => void changeSettings({ [name]: on })}
    />
  );
};
