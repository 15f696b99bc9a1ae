import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import type { PersonRow } from '#db/schema.ts';
import { color } from '../../../ui/style/tokens.ts';
import { Section } from './section.tsx';

const styles = {
  text: css({ color: color.soft, whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxInlineSize: '64ch' }),
};

/** Description that a user wrote about themselves; nothing is drawn if it is empty. */
export const About = ({ person }: { readonly person: PersonRow }) => {
  const { t } = useTranslation('profile');
  if (person.about.trim() === '') return null;
  return (
    <Section title={t('about')}>
      <p css={styles.text} dir="auto">
        {person.about}
      </p>
    </Section>
  );
};
