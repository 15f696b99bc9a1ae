import { Languages, Square } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../i18n/i18n.ts';
import { LANGUAGES } from '../../../i18n/languages.ts';
import { LANGUAGE_SETTINGS } from '../../../paths.ts';
import { Group, LinkRow } from '../../../ui/layout/group.tsx';
import { IconTile } from '../../../ui/mark/icon-tile.tsx';
import { Flag } from './flag.tsx';
import { ThemeChoices } from './theme-choice.tsx';

/** Settings > Appearance: theme, outlines and a link to the interface language. */
export const AppearanceGroup = () => {
  const { t } = useTranslation('settings');
  return (
    <Group title={t('appearance')}>
      <ThemeChoices />
      <Flag name="borderedTheme" tone={10} icon={<Square size={18} />} />
      <LinkRow
        to={LANGUAGE_SETTINGS}
        icon={
          <IconTile tone={3}>
            <Languages size={18} />
          </IconTile>
        }
        label={t('language')}
        value={LANGUAGES[currentLanguage()]}
      />
    </Group>
  );
};
