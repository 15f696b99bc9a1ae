import { css } from '@emotion/react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OLDEST_AGE_YEARS } from '#contract/people/rules.ts';
import type { AppError } from '#contract/result.ts';
import { answerAge } from '../../../core/age.ts';
import { core } from '../../../core/core.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { explain, explainCode } from '../../../i18n/errors.ts';
import { useWords } from '../../../i18n/more.ts';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { showToast } from '../../../ui/feedback/toast.ts';
import { Button } from '../../../ui/input/button.tsx';
import { DateField } from '../../../ui/input/date-field.tsx';
import { color, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({ display: 'grid', gap: space(4), padding: space(5), paddingBlockStart: 0 }),
  text: css({ color: color.soft }),
};

/**
 * Asks for the birth date, once, before the first action that needs it. Neutral age screen: every year can be chosen, and nothing hints
 * at the required age, so that users are not led to a false answer. A birthday that the profile already has is filled in.
 */
const AgeSheet = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation(['life', 'edit']);
  const ready = useWords('life');
  const profile = useAppState('profile');
  const [typed, setTyped] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<AppError | 'invalid'>();
  if (!ready) return null;
  const bDay = typed ?? profile?.bDay ?? '';
  const thisYear = new Date().getFullYear();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (bDay === '') return setProblem('invalid');
    setBusy(true);
    const result = await core.saveBirthDate(bDay);
    setBusy(false);
    if (!result.ok) return setProblem(result.error);
    answerAge(result.value.adult);
    if (!result.value.adult) showToast(explainCode('underage'), 'bad');
  };

  return (
    <Sheet open onClose={onClose} title={t('age.title')}>
      <form css={styles.root} onSubmit={(event) => void submit(event)} noValidate>
        <p css={styles.text}>{t('age.text')}</p>
        <DateField
          label={t('edit:birthday')}
          words={{ day: t('edit:day'), month: t('edit:month'), year: t('edit:year') }}
          value={bDay}
          onChange={(date) => {
            setTyped(date);
            setProblem(undefined);
          }}
          hint={t('edit:birthdayHint')}
          from={thisYear - OLDEST_AGE_YEARS}
          to={thisYear}
          error={problem === 'invalid' ? t('age.invalid') : problem && explain(problem)}
        />
        <Button variant="primary" type="submit" wide disabled={busy}>
          {t('age.go')}
        </Button>
      </form>
    </Sheet>
  );
};
export default AgeSheet;
