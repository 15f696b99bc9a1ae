import { jidOfUid } from '../../../../contract/jid.ts';
import { FAILED_LOGINS_PER_STREAM } from '../bounds.ts';
import type { EdgeContext } from '../context.ts';
import type { LoginAttempt } from '../limits/wrong-logins.ts';
import type { StreamMemory } from '../memory.ts';
import type { Sender } from '../rules/decision.ts';
import { loginFailure, type PlainLogin, writeLogin } from '../rules/stream.ts';

/** Options of `streamLogin`: the stream that logs in, and what the login needs of it. */
export type LoginOptions = {
  readonly streamId: string;
  readonly address: string;
  /** True for the headless session of a service worker. */
  readonly brief: boolean;
  /** Returns the go-back-N state of the stream; a resume replaces it. */
  memory(): StreamMemory;
  /** Called when the token of the stream, or of its pending login, is revoked. */
  revoked(): void;
};

/**
 * Creates the login of a stream: the client's SASL login claims an account, the XMPP server's `<success/>` confirms it. It limits
 * attempts, checks the token and watches its revocation.
 */
export function streamLogin(context: EdgeContext, { streamId, address, brief, memory, revoked }: LoginOptions) {
  const { domain, counts } = context;
  let uid: number | undefined;
  let attempt: LoginAttempt | undefined;
  let failures = 0;
  let unwatch = () => {};

  function senderOf(loginUid: number): Sender {
    return {
      domain,
      stream: streamId,
      uid: loginUid,
      jid: jidOfUid(loginUid, domain),
      policies: context.policies,
      get memory() {
        return memory();
      },
      clock: context.clock,
      facts: context.facts,
      pairs: context.pairs,
      violated: context.violated,
      hasReceived: (peer, messageId) => context.hasReceived(loginUid, peer, messageId),
      withinRate: (rateClass) => context.withinRate(loginUid, rateClass),
      sensitiveBits: context.sensitiveBits,
      seal: context.seal,
    };
  }

  return {
    /** Returns whether the token should be checked. Logins of a flooding account, and logins above the limit, cause no query. */
    begin(login: PlainLogin): boolean {
      attempt = context.floods.remainingPauseMs(login.uid) > 0 ? undefined : context.attemptLogin(login.uid, address);
      if (!attempt) return false;
      uid = login.uid;
      unwatch();
      // Watching starts before the token is checked, so that a revocation during the check is not missed.
      unwatch = context.revocations.watch(context.hashToken(login.token), revoked);
      return true;
    },
    /**
     * Checks the token. Returns the login for the XMPP server when the token is valid. Otherwise returns the failure for the
     * client, which gives up after `not-authorized`, and retries after `temporary-auth-failure` (the check itself failed).
     */
    async check({
      uid: loginUid,
      token,
    }: PlainLogin): Promise<{ readonly login: string } | { readonly failure: string }> {
      try {
        if (!(await context.hasToken(loginUid, token))) return { failure: loginFailure('not-authorized') };
        return { login: writeLogin(loginUid, await context.signPass(loginUid)) };
      } catch (error) {
        context.log.warn({ err: error }, 'failed to check a token');
        return { failure: loginFailure('temporary-auth-failure') };
      }
    },
    /**
     * Records that the XMPP server accepted the login, and returns the sender for the rules; undefined if `begin` has admitted no login of
     * this stream.
     */
    accepted(): Sender | undefined {
      attempt?.right();
      if (uid === undefined) return undefined;
      context.streamLog.opened(streamId, uid, brief);
      counts.authenticated += 1;
      return senderOf(uid);
    },
    /**
     * Called for each failure that answers a well-formed login of this stream, by the XMPP server or by the edge. Returns true when the
     * stream has used up its attempts.
     */
    failed(why: 'wrong' | 'for now'): boolean {
      // A token that could not be checked is not a wrong login of its account and address; it only uses up an attempt of this stream.
      if (why === 'for now') attempt?.right();
      attempt = undefined;
      failures += 1;
      return failures >= FAILED_LOGINS_PER_STREAM;
    },
    stop: () => unwatch(),
  };
}
