import type { Epoch } from '../base/epoch.ts';
import type { CorePart } from '../base/part.ts';
import type { Chat } from '../chat/chat.ts';
import type { SessionRow } from '../db/schema.ts';
import type { ConnectionPorts } from '../session/connection.ts';

const RETRY_FIRST_MS = 1_000;
const RETRY_MAX_MS = 60_000;

/** The dependencies of the hooks. */
export type HookPorts = {
  /** Returns whether this core acts for the account. Data of a stream of another account is dropped. */
  readonly isActingFor: (uid: number) => boolean;
  /** A start task threw. It is retried. */
  readonly onStartFailure: (error: unknown) => void;
  readonly later?: (ms: number, run: () => void) => void;
};

/** Runs the hooks of all core parts (sign-in, stream up, and others), in order. */
export type Hooks = {
  /** Runs a synchronous hook of each part. */
  each(run: (part: CorePart) => void): void;
  /**
   * Runs a start task. Resolves after the first run, even when it threw; a failed task is retried after 1, 2, 4 .. 60
   * s as long as `isWanted` returns true and this core leads.
   */
  attempt(step: () => Promise<void> | void, isWanted?: () => boolean): Promise<void>;
  /** Retries all failed start tasks now, because the cause may be gone. */
  retryNow(): void;
  lead(): Promise<void>;
  signedIn(row: SessionRow): Promise<void>;
  /** Runs the maintenance tasks of all parts. */
  upkeep(): Promise<void>;
  signingOut(): Promise<void>;
  /** Resolves when every part may be interrupted. */
  idle(): Promise<void>;
  stepDown(how: 'drop' | 'leave'): Promise<void>;
  /** Returns the handler of a new stream: the chat part reads and sends on it, and the other parts are notified. */
  goLive(talk: Pick<Chat, 'goLive'>): ConnectionPorts['goLive'];
};

/**
 * Creates the hooks of all parts, run in the order of the array. The array is read when a hook runs, because parts
 * depend on the hooks themselves. A part whose start throws does not prevent the others from starting.
 */
export function createHooks(parts: () => readonly CorePart[], epoch: Epoch, ports: HookPorts): Hooks {
  const { later = (ms, run) => void setTimeout(run, ms) } = ports;
  const each = (run: (part: CorePart) => void) => parts().forEach(run);
  /** The failed start tasks that wait for their next attempt. */
  const waiting = new Set<() => void>();
  let isOver = false;
  /** The stream that the parts were given last, until they were notified of its end. */
  let currentStream: object | undefined;

  /** Notifies the parts of the end of a stream, once, whether it was lost or is closed, for example because a check had no answer. */
  function endStream(stream: object): void {
    if (stream !== currentStream) return;
    currentStream = undefined;
    each((part) => part.onStreamDown?.());
  }

  async function attempt(
    step: () => Promise<void> | void,
    isWanted: () => boolean = () => true,
    waitMs = RETRY_FIRST_MS,
  ): Promise<void> {
    try {
      await step();
    } catch (error) {
      ports.onStartFailure(error);
      const retry = () => {
        if (waiting.delete(retry) && !isOver && isWanted())
          void attempt(step, isWanted, Math.min(waitMs * 2, RETRY_MAX_MS));
      };
      waiting.add(retry);
      later(waitMs, retry);
    }
  }

  return {
    each,
    attempt: (step, isWanted) => attempt(step, isWanted),
    retryNow() {
      for (const retry of [...waiting]) retry();
    },
    async lead() {
      for (const part of parts()) await attempt(() => part.onLead?.());
    },
    async signedIn(row) {
      const isCurrent = epoch.guard();
      for (const part of parts()) {
        await attempt(() => part.onSignedIn?.(row), isCurrent);
        // The user signed out during the start: the remaining parts are not started.
        if (!isCurrent()) return;
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
          // The other parts still end, and the account's data is deleted.
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
      const eachFor = (run: (part: CorePart) => void) => {
        if (ports.isActingFor(row.uid)) each(run);
      };
      each((part) => part.onStreamOpening?.(row, stream.jid));
      const live = await talk.goLive(stream, row, {
        onLost(why) {
          endStream(stream);
          onLost(why);
        },
        onPush: (stanza) => !ports.isActingFor(row.uid) || parts().some((part) => part.onPush?.(stanza)),
        onMessage: (message) => eachFor((part) => part.onMessage?.(message)),
        onRefreshAttribution: (id) => eachFor((part) => part.onRefreshAttribution?.(id)),
        onSent: (mids) => eachFor((part) => part.onMessagesSent?.(mids)),
        onCaughtUp: () => eachFor((part) => part.onCaughtUp?.()),
        onRefused: (stanzaId) => eachFor((part) => part.onMessageRefused?.(stanzaId)),
      });
      const link = {
        session: row,
        jid: stream.jid,
        request: live.request,
        ask: live.ask,
        readArchive: live.readArchive,
      };
      currentStream = stream;
      each((part) => part.onStreamUp?.(link, stream.resumed));
      return {
        ...live,
        close(how) {
          endStream(stream);
          return live.close(how);
        },
      };
    },
  };
}
