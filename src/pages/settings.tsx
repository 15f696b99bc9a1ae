import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { ownBuild } from '../app/build.ts';
import { LanguageChoices } from '../features/settings/language-choice.tsx';
import { ProfileForm } from '../features/settings/profile-form.tsx';
import { SignOut } from '../features/settings/sign-out.tsx';
import { ThemeChoices } from '../features/settings/theme-choice.tsx';
import { color, radius, size, space } from '../ui/tokens.ts';

const styles = {
  root: css({ flex: 1, minBlockSize: 0, overflowY: 'auto' }),
  column: css({
    display: 'grid',
    gap: space(4),
    maxInlineSize: '680px',
    marginInline: 'auto',
    padding: `${space(5)} ${space(4)} ${space(10)}`,
  }),
  title: css({ fontSize: size.xxl, letterSpacing: '-0.02em' }),
  card: css({
    display: 'grid',
    gap: space(6),
    padding: space(5),
    borderRadius: radius.card,
    backgroundColor: color.surface,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
  }),
  version: css({ fontSize: size.xs, color: color.faint, textAlign: 'center', fontVariantNumeric: 'tabular-nums' }),
};

const SettingsPage = () => {
  const { t } = useTranslation('settings');
  return (
    <div css={styles.root}>
      <div css={styles.column}>
        <h1 css={styles.title}>{t('title')}</h1>
        <section css={styles.card} aria-label={t('profile')}>
          <ProfileForm />
        </section>
        <section css={styles.card} aria-label={t('appearance')}>
          <ThemeChoices />
          <LanguageChoices />
        </section>
        <section css={styles.card} aria-label={t('account')}>
          <SignOut />
        </section>
        <p css={styles.version}>{t('version', { version: ownBuild })}</p>
      </div>
    </div>
  );
};
export default SettingsPage;
