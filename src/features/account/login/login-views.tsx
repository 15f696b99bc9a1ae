import { css } from '@emotion/react';
import { Eye, EyeOff } from 'lucide-react';
import type { FormEventHandler, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearch } from 'wouter';
import { LOGIN, PASSWORD_LOGIN } from '#contract/paths.ts';

import { Popup } from '../../../ui/dialog/popup.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { Button, buttonStyle } from '../../../ui/input/button.tsx';
import { Field } from '../../../ui/input/field.tsx';
import { FormError } from '../../../ui/input/form-error.tsx';
import { IconButton } from '../../../ui/input/icon-button.tsx';
import { color, size, space } from '../../../ui/style/tokens.ts';

/**
 * Styles of the login views, which need no database and core: the app renders these views with its state, and the build renders them as the
 * documents of a first visit (`src/prerender/prerender.tsx`).
 */

const styles = {
  form: css({ display: 'grid', gap: space(4) }),
  note: css({ fontSize: size.xs, color: color.soft, textAlign: 'center' }),
  demo: css({ fontSize: size.xs, color: color.faint, textAlign: 'center' }),
};

const DEMO = { uid: '100001', password: 'gemcall' };

type PopupProps = { readonly onClose: () => void; readonly children: ReactNode };

/** Popup of the page with all login methods. */
export const LoginPopup = ({ onClose, children }: PopupProps) => {
  const { t } = useTranslation('login');
  return (
    <Popup onClose={onClose} title={t('headline')} lead={t('lead')}>
      {children}
    </Popup>
  );
};

type LoginWaysProps = {
  readonly busy: boolean;
  /** Why the last attempt failed; empty if none did. */
  readonly fault: string;
  /** Button for the Google login, if the server has one. */
  readonly google: ReactNode;
  readonly hasPasskeys: boolean;
  readonly onGuest: () => void;
  readonly onPasskey: () => void;
};

/** The buttons of all login methods, and a link to the password login. */
export const LoginWaysView = ({ busy, fault, google, hasPasskeys, onGuest, onPasskey }: LoginWaysProps) => {
  const { t } = useTranslation('login');
  const search = useSearch();
  return (
    <>
      <FormError text={fault} />
      <Button variant="primary" wide disabled={busy} onClick={onGuest}>
        {busy ? <Spinner /> : null}
        {t(busy ? 'busy' : 'guest')}
      </Button>
      {google}
      {hasPasskeys ? (
        <Button wide disabled={busy} onClick={onPasskey}>
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

type PasswordPopupProps = PopupProps & {
  /** Whether the credentials of a demo account are shown. */
  readonly isDemo: boolean;
};

/** Popup of the password login: the form in `children`, a link to the other login methods, and the hint of a demo. */
export const PasswordPopup = ({ onClose, isDemo, children }: PasswordPopupProps) => {
  const { t } = useTranslation('login');
  const search = useSearch();
  return (
    <Popup onClose={onClose} title={t('welcomeBack')}>
      {children}
      <Link href={search ? `${LOGIN}?${search}` : LOGIN} css={buttonStyle} data-look="quiet">
        {t('otherWays')}
      </Link>
      {isDemo ? <p css={styles.demo}>{t('demo', DEMO)}</p> : null}
    </Popup>
  );
};

/** Errors of the fields of the password login; a valid field is missing. */
export type WrongFields = { readonly uid?: 'uidMissing' | 'uidDigits'; readonly passwd?: 'passwdMissing' };

type PasswordFormProps = {
  readonly uid: string;
  readonly passwd: string;
  /** Whether the password is readable. */
  readonly isShown: boolean;
  /** Errors of the fields; empty before the first attempt. */
  readonly wrong: WrongFields;
  readonly busy: boolean;
  /** Why the last attempt failed; empty if none did. */
  readonly fault: string;
  readonly onUid: (uid: string) => void;
  readonly onPasswd: (passwd: string) => void;
  readonly onShown: (isShown: boolean) => void;
  readonly onSubmit: FormEventHandler;
};

/** The form of the password login. */
export const PasswordFormView = (form: PasswordFormProps) => {
  const { t } = useTranslation('login');
  const { isShown, wrong, busy } = form;
  return (
    <form css={styles.form} onSubmit={form.onSubmit} noValidate>
      <Field
        label={t('uid')}
        name="username"
        autoComplete="username webauthn"
        inputMode="numeric"
        value={form.uid}
        onChange={(event) => form.onUid(event.target.value.trim())}
        error={wrong.uid && t(wrong.uid)}
        dir="ltr"
      />
      <Field
        label={t('passwd')}
        name="password"
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        value={form.passwd}
        onChange={(event) => form.onPasswd(event.target.value)}
        error={wrong.passwd && t(wrong.passwd)}
        dir="ltr"
        end={
          <IconButton label={t(isShown ? 'hidePassword' : 'showPassword')} onClick={() => form.onShown(!isShown)}>
            {isShown ? <EyeOff size={20} /> : <Eye size={20} />}
          </IconButton>
        }
      />
      <FormError text={form.fault} />
      <Button variant="primary" type="submit" wide disabled={busy}>
        {busy ? <Spinner /> : null}
        {t(busy ? 'busy' : 'submit')}
      </Button>
    </form>
  );
};
