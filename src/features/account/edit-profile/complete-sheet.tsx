import { css } from '@emotion/react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProfileFields } from '#contract/people/people.ts';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { color, space } from '../../../ui/style/tokens.ts';
import { goToFirstFault } from './fault-text.ts';
import { GenderChoice } from './gender-choice.tsx';
import { BirthdayField, NameField } from './personal-fields.tsx';
import { useForm } from './use-form.ts';

const styles = {
  root: css({ display: 'grid', gap: space(5), padding: space(5), paddingBlockStart: 0, overflowY: 'auto' }),
  text: css({ color: color.soft, textWrap: 'pretty' }),
  ways: css({ display: 'grid', gap: space(2) }),
};

type Props = { readonly profile: ProfileFields; readonly onClose: () => void };

/** Asks the user for name, gender and birthday. Each can be skipped. */
const CompleteSheet = ({ profile, onClose }: Props) => {
  const { t } = useTranslation('edit');
  const form = useForm(profile);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    if (await form.save()) onClose();
    else goToFirstFault(currentTarget);
  };
  return (
    <Sheet open onClose={onClose} title={t('complete.title')}>
      <form css={styles.root} onSubmit={(event) => void submit(event)} noValidate>
        <p css={styles.text}>{t('complete.text')}</p>
        <NameField form={form} />
        <GenderChoice value={form.values.gender} onChoose={(gender) => form.set('gender', gender)} />
        <BirthdayField form={form} />
        <div css={styles.ways}>
          <Button variant="primary" wide type="submit" disabled={!form.dirty}>
            {t('complete.save')}
          </Button>
          <Button variant="quiet" wide onClick={onClose}>
            {t('complete.skip')}
          </Button>
        </div>
      </form>
    </Sheet>
  );
};
export default CompleteSheet;
