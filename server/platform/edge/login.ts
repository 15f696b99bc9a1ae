import { jidOfUid } from '../../../contract/jid.ts';
import { WRONG_LOGINS_PER_STREAM } from './bounds.ts';
import type { EdgeContext } from './context.ts';
import type { StreamMemory } from './memory.ts';
import type { Sender } from './rules/decision.ts';
import { loginFailure, type PlainLogin, writeLogin } from './rules/stream.ts';
import type { LoginAttempt } from './wrong-logins.ts';

export type LoginOptions = {
  readonly streamId: string;
  readonly address: string;
  readonly brief: boolean;
  /** Returns the memory of the stream; another one after a resume. */
  memory(): StreamMemory;
  /** Called when the token of the stream, or of its pending login, is revoked. */
  revoked(): void;
};

/** Tracks the owner of a stream: claimed by the login, confirmed by the server. */
export function streamLogin(context: EdgeContext, { streamId, address, brief, memory, revoked }: LoginOptions) {
  const { domain, counts } = context;
  let uid: number | undefined;
  let attempt: LoginAttempt | undefined;
  let failures = 0;
  let unwatch = () => {};

  function senderOf(who: number): Sender {
    return {
      domain,
      stream: streamId,
      uid: who,
      jid: jidOfUid(who, domain),
      policies: context.policies,
      get memory() {
        return memory();
      },
      clock: context.clock,
      facts: context.facts,
      pairs: context.pairs,
      violated: context.violated,
      hasReceived: (peer, messageId) => context.hasReceived(who, peer, messageId),
      withinRate: (rateClass) => context.withinRate(who, rateClass),
      sensitiveBits: context.sensitiveBits,
      seal: context.seal,
    };
  }

  return {
    /** Whether the token is to be checked. Blocked accounts and repeated wrong tokens cost nothing. */
    begin(login: PlainLogin): boolean {
      attempt = context.floods.remainingPauseMs(login.uid) > 0 ? undefined : context.attemptLogin(login.uid, address);
      if (!attempt) return false;
      uid = login.uid;
      unwatch();
      // Before the token is checked: a revocation in between must not be missed.
      unwatch = context.revocations.watch(context.hashToken(login.token), revoked);
      return true;
    },
    /**
     * Checks the token. The login for the XMPP server where it is good; else the failure for the client, which gives up for good
     * when the token is wrong, and comes again when it could not be checked.
     */
    async check({ uid: who, token }: PlainLogin): Promise<{ readonly login: string } | { readonly failure: string }> {
      try {
        if (!(await context.hasToken(who, token))) return { failure: loginFailure('not-authorized') };
        return { login: writeLogin(who, await context.signPass(who)) };
      } catch (error) {
        context.log.warn({ err: error }, 'failed to check a token');
        return { failure: loginFailure('temporary-auth-failure') };
      }
    },
    /** The server accepted the login. */
    accepted(): Sender | undefined {
      attempt?.right();
      if (uid === undefined) return undefined;
      context.streamLog.opened(streamId, uid, brief);
      counts.authenticated += 1;
      return senderOf(uid);
    },
    /** The server refused the login. Returns true when the stream has used up its attempts. */
    failed(why: 'wrong' | 'for now'): boolean {
      // A login that could not be checked does not count as wrong.
      if (why === 'for now') attempt?.right();
      attempt = undefined;
      failures += 1;
      return failures >= WRONG_LOGINS_PER_STREAM;
    },
    stop: () => unwatch(),
  };
}
