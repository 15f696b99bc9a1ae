import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { Link, useSearch } from 'wouter';
import type { GoogleAnswer } from '../../../core/google.ts';
import { hasPasskeys } from '../../../core/passkey-support.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { explain } from '../../../i18n/errors.ts';
import { PASSWORD_LOGIN } from '../../../paths.ts';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { Button, buttonStyle } from '../../../ui/input/button.tsx';
import { FormError } from '../../../ui/input/form-error.tsx';
import { Lazy, partOf, renderNothing } from '../../../ui/lazy.tsx';
import { color, size } from '../../../ui/style/tokens.ts';
import { RestoreOffer } from './restore-offer.tsx';
import { useSignIn } from './use-sign-in.ts';

const googleButton = partOf(() => import('./google-button.tsx'));

const styles = {
  note: css({ fontSize: size.xs, color: color.soft, textAlign: 'center' }),
};

/** Login methods: guest, Google if it is configured, passkey, and user id with password. */
export const LoginWays = () => {
  const { t } = useTranslation('login');
  const search = useSearch();
  const { busy, error, closing, signIn, signInByPasskey, restore } = useSignIn();
  const googleClientId = useAppState('config')?.googleClientId ?? '';
  if (closing) return <RestoreOffer until={closing.until} busy={busy} onRestore={restore} />;
  return (
    <>
      <FormError text={error ? explain(error) : ''} />
      <Button variant="primary" wide disabled={busy} onClick={() => void signIn({ way: 'guest' })}>
        {busy ? <Spinner /> : null}
        {t(busy ? 'busy' : 'guest')}
      </Button>
      {googleClientId ? (
        <Lazy
          part={googleButton}
          missing={renderNothing}
          with={{
            clientId: googleClientId,
            onAnswer: (answer: NonNullable<GoogleAnswer>) => void signIn({ way: 'google', ...answer }),
          }}
        />
      ) : null}
      {hasPasskeys() ? (
        <Button wide disabled={busy} onClick={() => void signInByPasskey()}>
          {t('passkey')}
        </Button>
      ) : null}
      <Link href={search ? `${PASSWORD_LOGIN}?${search}` : PASSWORD_LOGIN} css={buttonStyle} data-look="plain">
        {t('password')}
      </Link>
      <p css={styles.note}>{t('note')}</p>
    </>
  );
};
