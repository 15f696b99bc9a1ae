import type { Epoch } from '../base/epoch.ts';
import type { CorePart } from '../base/part.ts';
import type { Chat } from '../chat/chat.ts';
import type { SessionRow } from '../db/schema.ts';
import type { ConnectionPorts } from '../session/connection.ts';

const RETRY_FIRST_MS = 1_000;
const RETRY_MAX_MS = 60_000;

export type HookPorts = {
  /** Whether this core acts for the account: what a stream of another one brings is dropped. */
  readonly isActingFor: (uid: number) => boolean;
  /** A step of the start threw. It is tried again. */
  readonly onStartFailure: (error: unknown) => void;
  readonly later?: (ms: number, run: () => void) => void;
};

export type Hooks = {
  /** Runs a hook that is done at once, of each part. */
  each(run: (part: CorePart) => void): void;
  /**
   * Runs a step of the start. Resolves when it has ended once, also when it threw: it is then tried again after 1, 2, 4 .. 60 s for as
   * long as `isWanted` and this core leads.
   */
  attempt(step: () => Promise<void> | void, isWanted?: () => boolean): Promise<void>;
  lead(): Promise<void>;
  signedIn(row: SessionRow): Promise<void>;
  /** Runs what nothing waits for. */
  upkeep(): Promise<void>;
  signingOut(): Promise<void>;
  /** Resolves when every part may be interrupted. */
  idle(): Promise<void>;
  stepDown(how: 'drop' | 'leave'): Promise<void>;
  /** What the connection calls when a stream is up: conversations read and send on it, and the other parts learn of it. */
  goLive(talk: Pick<Chat, 'goLive'>): ConnectionPorts['goLive'];
};

/**
 * Creates the hooks of all parts, run in the order of the array. It is asked for when a hook runs, because parts take hooks too. A part
 * whose start throws keeps no other one from starting.
 */
export function createHooks(parts: () => readonly CorePart[], epoch: Epoch, ports: HookPorts): Hooks {
  const { later = (ms, run) => void setTimeout(run, ms) } = ports;
  const each = (run: (part: CorePart) => void) => parts().forEach(run);
  let isOver = false;

  async function attempt(
    step: () => Promise<void> | void,
    isWanted: () => boolean = () => true,
    waitMs = RETRY_FIRST_MS,
  ): Promise<void> {
    try {
      await step();
    } catch (error) {
      ports.onStartFailure(error);
      later(waitMs, () => {
        if (!isOver && isWanted()) void attempt(step, isWanted, Math.min(waitMs * 2, RETRY_MAX_MS));
      });
    }
  }

  return {
    each,
    attempt: (step, isWanted) => attempt(step, isWanted),
    async lead() {
      for (const part of parts()) await attempt(() => part.onLead?.());
    },
    async signedIn(row) {
      const still = epoch.hold();
      for (const part of parts()) {
        await attempt(() => part.onSignedIn?.(row), still);
        // Signed out while it was begun.
        if (!still()) return;
      }
    },
    async upkeep() {
      for (const step of parts().flatMap(({ upkeep = [] }) => upkeep))
        if (!isOver) await attempt(async () => void (await step()));
    },
    async signingOut() {
      for (const part of parts()) {
        try {
          await part.onSigningOut?.();
        } catch (error) {
          // The other parts still end, and the data of the account is removed.
          console.warn('failed to end a part of the core at a sign-out', error);
        }
      }
    },
    async idle() {
      await Promise.all(parts().map((part) => part.whenIdle?.()));
    },
    async stepDown(how) {
      isOver = true;
      epoch.end();
      await Promise.all(parts().map((part) => part.onStepDown?.(how)));
    },
    goLive: (talk) => async (stream, row, onLost) => {
      each((part) => part.onStreamOpening?.(row, stream.jid));
      const live = await talk.goLive(stream, row, {
        onLost(why) {
          each((part) => part.onStreamDown?.());
          onLost(why);
        },
        onPush: (stanza) => !ports.isActingFor(row.uid) || parts().some((part) => part.onPush?.(stanza)),
        onMessage(message) {
          if (ports.isActingFor(row.uid)) each((part) => part.onMessage?.(message));
        },
        onRefreshAttribution: (id) => each((part) => part.onRefreshAttribution?.(id)),
        onSent: (mids) => each((part) => part.onMessagesSent?.(mids)),
        onCaughtUp: () => each((part) => part.onCaughtUp?.()),
        onRefused: (stanzaId) => each((part) => part.onMessageRefused?.(stanzaId)),
      });
      const link = {
        session: row,
        jid: stream.jid,
        request: live.request,
        ask: live.ask,
        readArchive: live.readArchive,
      };
      each((part) => part.onStreamUp?.(link, stream.resumed));
      return live;
    },
  };
}
