import type { Epoch } from '../base/epoch.ts';
import type { CorePart } from '../base/part.ts';
import type { Chat } from '../chat/chat.ts';
import type { SessionRow } from '../db/schema.ts';
import type { ConnectionPorts } from '../session/connection.ts';

export type Hooks = {
  /** Runs a hook that is done at once, of each part. */
  each(run: (part: CorePart) => void): void;
  lead(): Promise<void>;
  signedIn(row: SessionRow): Promise<void>;
  signingOut(): Promise<void>;
  /** Resolves when every part may be interrupted. */
  idle(): Promise<void>;
  stepDown(how: 'drop' | 'leave'): Promise<void>;
  /** What the connection calls when a stream is up: conversations read and send on it, and the other parts learn of it. */
  goLive(talk: Pick<Chat, 'goLive'>): ConnectionPorts['goLive'];
};

/** Creates the hooks of all parts, run in the order of the array. It is asked for when a hook runs, because parts take hooks too. */
export function createHooks(parts: () => readonly CorePart[], epoch: Epoch): Hooks {
  const each = (run: (part: CorePart) => void) => parts().forEach(run);
  return {
    each,
    async lead() {
      for (const part of parts()) await part.onLead?.();
    },
    async signedIn(row) {
      const still = epoch.hold();
      for (const part of parts()) {
        await part.onSignedIn?.(row);
        // Signed out while it was begun.
        if (!still()) return;
      }
    },
    async signingOut() {
      for (const part of parts()) await part.onSigningOut?.();
    },
    async idle() {
      await Promise.all(parts().map((part) => part.whenIdle?.()));
    },
    async stepDown(how) {
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
        onPush: (stanza) => parts().some((part) => part.onPush?.(stanza)),
        onMessage: (message) => each((part) => part.onMessage?.(message)),
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
