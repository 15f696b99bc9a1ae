import { useTranslation } from 'react-i18next';
import { chooseTheme, useThemeChoice } from '../../ui/theme.ts';
import { Choices } from './choices.tsx';

export const ThemeChoices = () => {
  const { t } = useTranslation('settings');
  const options = [
    { value: 'system', label: t('themeSystem') },
    { value: 'dark', label: t('themeDark') },
    { value: 'light', label: t('themeLight') },
  ] as const;
  return <Choices legend={t('theme')} options={options} value={useThemeChoice()} onChoose={chooseTheme} />;
};
