import type { Element } from '@xmpp/xml';
import type { SessionRow } from '../db/schema.ts';
import type { Inbound } from '../xmpp/inbound.ts';
import type { Ask, Request } from '../xmpp/iq.ts';
import type { QueuedCalls } from './queued-call.ts';

/** The stream that is up, as parts use it. */
export type StreamLink = {
  /** Whose stream it is. */
  readonly session: SessionRow;
  /** The full address of this device on it. */
  readonly jid: string;
  readonly request: Request;
  readonly ask: Ask;
};

/**
 * One domain of the core: its commands, and what it does when something happens to all. The core has one array of parts and
 * runs each hook in the order of that array.
 */
export type CorePart<C = object> = {
  readonly commands: C;
  /** What becomes of the calls to the API that this part queues, by endpoint: each has one owner. */
  readonly queuedCalls?: QueuedCalls;
  /** This core leads, before anything else is done. */
  readonly onLead?: () => Promise<void>;
  /** Somebody is signed in. The next part begins when this one's promise resolves, unless they have signed out meanwhile. */
  readonly onSignedIn?: (session: SessionRow) => Promise<void> | void;
  /** A stream came up; nothing of it was read yet. */
  readonly onStreamOpening?: (session: SessionRow, jid: string) => void;
  /** The stream may be used. `resumed`: nothing was missed, and the address is the old one. */
  readonly onStreamUp?: (stream: StreamLink, resumed: boolean) => void;
  readonly onStreamDown?: () => void;
  /** Takes what a service tells of its own accord; true when it was this part's. */
  readonly onPush?: (stanza: Element) => boolean;
  /** A message of the peer came just now, not out of the archive. It is being made durable. */
  readonly onMessage?: (message: Extract<Inbound, { kind: 'message' }>) => void;
  /** The server or the peer would not have a message of ours; by its stanza id. */
  readonly onMessageRefused?: (stanzaId: string) => void;
  /** Other people are shown by the open tabs than before. */
  readonly onShownPeople?: () => void;
  readonly onTabGone?: (tab: string) => void;
  /** The page says that its surroundings changed. */
  readonly onWake?: (why: 'online' | 'visible' | 'asked') => void;
  /** Before a sign-out: nobody is left hanging, and nothing more is sent or read for them. */
  readonly onSigningOut?: () => Promise<void> | void;
  /** Another core goes on from here. */
  readonly onStepDown?: () => Promise<void> | void;
  /** Resolves when nothing is under way that must not be broken off (law 10). */
  readonly whenIdle?: () => Promise<void>;
};
