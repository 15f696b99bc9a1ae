import type { accountRows } from '../../../contract/account/endpoints.ts';
import type { lifeRows } from '../../../contract/account/life-endpoints.ts';
import type { loginRows } from '../../../contract/account/login-endpoints.ts';
import type { passkeyRows } from '../../../contract/account/passkey-endpoints.ts';
import type { recoveryRows } from '../../../contract/account/recovery-endpoints.ts';
import type { ApiPart, ServerDeps } from '../../part.ts';
import { serverClock } from '../../platform/clock.ts';
import { deleteOldRows } from '../../platform/database/retention.ts';
import { boundStoredTimes } from '../../platform/database/stored-times.ts';
import type { EdgePorts } from '../../platform/edge/ports.ts';
import { createRevocations } from '../../platform/edge/session/revocations.ts';
import { forgetOldOperations } from '../../platform/http/idempotency.ts';
import { forgetSealedAnswers } from '../../platform/http/sealed-answers.ts';
import { brandNameOf } from '../../platform/http/site/build-card.ts';
import { giveBackRates, shareRates } from '../../platform/limits/shared-rates.ts';
import { limitWrongPasswords } from '../../platform/limits/wrong-passwords.ts';
import { loadPersonalKey } from '../hosting/personal-data.ts';
import { openMediaFiles } from '../media/files/open.ts';
import { openMediaFolder } from '../media/folder.ts';
import { createGoogleVerifier } from './google.ts';
import { accountHandlers } from './handlers.ts';
import { lifeHandlers } from './life-handlers.ts';
import { createLogin } from './login.ts';
import { loginHandlers } from './login-handlers.ts';
import { passkeyHandlers } from './passkeys/handlers.ts';
import { createProofCheck } from './proof.ts';
import { purgeAccounts } from './purge.ts';
import { createMailer } from './recovery/mailer.ts';
import { createRecovery } from './recovery/recovery.ts';
import { forgetEndedSecrets } from './secrets.ts';
import { checkToken, hashToken, isKnownDevice, liveTokens, TOKEN_REVOKED } from './tokens.ts';

/** The account domain: its endpoints and jobs, and for the edge the token checks and the notice of revoked tokens (`edge`). */
export type AccountPart = ApiPart<
  | keyof typeof accountRows
  | keyof typeof loginRows
  | keyof typeof lifeRows
  | keyof typeof recoveryRows
  | keyof typeof passkeyRows
> & {
  readonly edge: Pick<EdgePorts, 'hasToken' | 'revocations' | 'hashToken'>;
};

/** VAPID public key for push subscriptions. */
type PushKeyPort = { readonly pushKey: () => string };

/**
 * Creates the account domain, once per process. The map of tokens to their open streams is in memory only, as it is valid only while
 * those streams are open; e-mails being sent are lost when the process dies.
 */
export function accountPart({ config, db, site, log }: ServerDeps, push: PushKeyPort): AccountPart {
  const revocations = createRevocations();
  const verifyGoogle = createGoogleVerifier(config.googleClientId, config.googleJwksUrl);
  const isProven = createProofCheck(verifyGoogle);
  const login = createLogin({
    db,
    domain: config.xmppDomain,
    verifyGoogle,
    welcomeGems: config.welcomeGems,
    countWrong: limitWrongPasswords(
      (uid, device) => isKnownDevice(db, uid, device),
      shareRates(db, config.rateLimits, serverClock, log),
      giveBackRates(db, config.rateLimits, log),
    ),
  });
  const recovery = createRecovery({
    db,
    isProven,
    mailer: config.mail && createMailer(config.mail, log),
    brand: brandNameOf(config.distDir),
    take: shareRates(db, config.rateLimits, serverClock, log),
    log,
  });
  return {
    name: 'account',
    handlers: {
      ...loginHandlers({ config, login, site, ...push }),
      ...accountHandlers({ config, site }),
      ...lifeHandlers(isProven, recovery.notifyPasswordChange, loadPersonalKey(config.dataDir), config.payouts),
      ...recovery.handlers,
      ...passkeyHandlers({ login, isProven, notifyChange: recovery.notifyPasskeyChange }),
    },
    channels: [
      {
        name: TOKEN_REVOKED,
        onNews: revocations.revoked,
        onGap() {
          revocations
            .recheck((hashes) => liveTokens(db, hashes))
            .catch((err: unknown) => log.warn({ err }, 'failed to re-check the tokens of open streams'));
        },
      },
    ],
    close: recovery.settle,
    edge: {
      hasToken: async (uid, token) => (await checkToken(db, { uid, token })).ok,
      revocations,
      hashToken,
    },
    jobs: [
      forgetOldOperations(db),
      forgetSealedAnswers(db),
      forgetEndedSecrets(db),
      deleteOldRows(db),
      boundStoredTimes(db, serverClock),
      purgeAccounts(
        db,
        {
          profile: openMediaFolder(config.dataDir, 'profile', openMediaFiles(config)),
          chat: openMediaFolder(config.dataDir, 'chat', openMediaFiles(config)),
        },
        config.payouts,
      ),
    ],
  };
}
