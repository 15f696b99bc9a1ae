import { useTranslation } from 'react-i18next';
import { core } from '../../core/core.ts';
import { currentLanguage, switchLanguage } from '../../i18n/i18n.ts';
import { isLanguage, LANGUAGES, type Language, localeOf } from '../../i18n/languages.ts';

import { Choices } from './choices.tsx';

const options = Object.entries(LANGUAGES).flatMap(([value, label]) =>
  isLanguage(value) ? [{ value, label, lang: localeOf(value) }] : [],
);

async function choose(language: Language): Promise<void> {
  await switchLanguage(language);
  await core.describeDevice({ language, screenWidth: screen.width, screenHeight: screen.height });
}

/** Each language in its own name, so that it can be found by those who read nothing else. */
export const LanguageChoices = () => {
  const { t } = useTranslation('settings');
  return (
    <Choices
      legend={t('language')}
      options={options}
      value={currentLanguage()}
      onChoose={(language) => void choose(language)}
    />
  );
};
