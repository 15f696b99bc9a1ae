import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { foldText } from '#contract/text/fold-text.ts';
import { declare } from '../../../core/core.ts';
import { deviceFacts } from '../../../data/platform.ts';
import { currentLanguage, switchLanguage } from '../../../i18n/i18n.ts';
import { isLanguage, LANGUAGES, type Language, localeOf } from '../../../i18n/languages.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { Field } from '../../../ui/input/field.tsx';
import { type Option, RadioList } from '../../../ui/input/radio-list.tsx';
import { Group } from '../../../ui/layout/group.tsx';

async function choose(language: Language): Promise<void> {
  await switchLanguage(language);
  declare('describeDevice', deviceFacts(language));
}

/** Languages by their own names, with the name in the current language as a hint. */
function optionsIn(current: Language): Option<Language>[] {
  const names = new Intl.DisplayNames(localeOf(current), { type: 'language' });
  return Object.entries(LANGUAGES).flatMap(([value, label]) => {
    if (!isLanguage(value)) return [];
    const hint = value === current ? undefined : names.of(localeOf(value));
    return [{ value, label, lang: localeOf(value), hint: hint === label ? undefined : hint }];
  });
}

/** Choice of the fifteen languages (product 9.1), with a search field. It takes effect without a reload. */
export const LanguageList = () => {
  const { t } = useTranslation('settings');
  const [typed, setTyped] = useState('');
  const current = currentLanguage();
  const wanted = foldText(typed.trim());
  const options = optionsIn(current).filter(({ value, label, hint = '' }) =>
    [value, label, hint].some((name) => foldText(name).includes(wanted)),
  );
  return (
    <>
      <Field
        label={t('languages.search')}
        type="search"
        role="searchbox"
        dir="auto"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {options.length > 0 ? (
        <Group>
          <RadioList
            legend={t('language')}
            options={options}
            value={current}
            onChoose={(language) => void choose(language)}
          />
        </Group>
      ) : (
        <Empty art={<SearchX size={40} />} title={t('languages.none')} text="" />
      )}
    </>
  );
};
