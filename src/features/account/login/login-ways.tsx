import type { GoogleAnswer } from '../../../core/google.ts';
import { hasPasskeys } from '../../../core/passkey-support.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { explain } from '../../../i18n/errors.ts';
import { Lazy, partOf, renderNothing } from '../../../ui/lazy.tsx';
import { LoginWaysView } from './login-views.tsx';
import { RestoreOffer } from './restore-offer.tsx';
import { useSignIn } from './use-sign-in.ts';

const googleButton = partOf(() => import('./google-button.tsx'));

/** Login methods: guest, Google if it is configured, passkey, and user id with password. */
export const LoginWays = () => {
  const { busy, error, closing, signIn, signInByPasskey, restore } = useSignIn();
  const googleClientId = useAppState('config')?.googleClientId ?? '';
  if (closing) return <RestoreOffer until={closing.until} busy={busy} onRestore={restore} />;
  const google = {
    clientId: googleClientId,
    onAnswer: (answer: NonNullable<GoogleAnswer>) => void signIn({ way: 'google', ...answer }),
  };
  return (
    <LoginWaysView
      busy={busy}
      fault={error ? explain(error) : ''}
      google={googleClientId ? <Lazy part={googleButton} missing={renderNothing} with={google} /> : null}
      hasPasskeys={hasPasskeys()}
      onGuest={() => void signIn({ way: 'guest' })}
      onPasskey={() => void signInByPasskey()}
    />
  );
};
