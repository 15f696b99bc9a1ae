import { jidOfUid } from '../../contract/jid.ts';
import type { EdgeContext } from './context.ts';
import type { StreamMemory } from './memory.ts';
import type { Sender } from './rules/decision.ts';
import type { PlainLogin } from './rules/stream.ts';

export type LoginOptions = {
  readonly streamId: string;
  /** Another one after a resume. */
  memory(): StreamMemory;
  /** The token that the stream logged in with, or is about to, is good no more. */
  revoked(): void;
};

/** Who a stream belongs to: asked with the login, true when the server says so. */
export function streamLogin(context: EdgeContext, { streamId, memory, revoked }: LoginOptions) {
  const { domain, counts } = context;
  let asked: PlainLogin | undefined;
  let unwatch = () => {};

  function senderOf(uid: number): Sender {
    return {
      domain,
      stream: streamId,
      uid,
      jid: jidOfUid(uid, domain),
      policies: context.policies,
      get memory() {
        return memory();
      },
      clock: context.clock,
      withinRate: (rateClass) => context.withinRate(uid, rateClass),
      sensitiveBits: context.sensitiveBits,
    };
  }

  return {
    ask(login: PlainLogin): void {
      asked = login;
      unwatch();
      // Before the server checks the token: a revocation in between must not be missed.
      unwatch = context.revocations.watch(context.hashToken(login.token), revoked);
    },
    /** The server let them in. */
    accepted(): Sender | undefined {
      if (!asked) return undefined;
      const { uid } = asked;
      asked = undefined;
      context.streamLog.opened(streamId, uid);
      counts.authenticated += 1;
      return senderOf(uid);
    },
    stop: () => unwatch(),
  };
}
