import type { Element } from '@xmpp/xml';
import type { SessionRow } from '../db/schema.ts';
import type { Inbound } from '../xmpp/inbound.ts';
import type { Ask, Request } from '../xmpp/iq.ts';
import type { QueuedCalls } from './queued-call.ts';
import type { UploadOwners } from './upload-owner.ts';

/** The stream that is up, as parts use it. */
export type StreamLink = {
  /** Whose stream it is. */
  readonly session: SessionRow;
  /** The full address of this device on it. */
  readonly jid: string;
  readonly request: Request;
  readonly ask: Ask;
  /** Reads the whole archive of the account, from its end to its start. False when it was not read whole. */
  readonly readArchive: (take: (page: readonly Inbound[]) => Promise<void>) => Promise<boolean>;
};

/**
 * One domain of the core: its commands and its hooks. The core has one array of parts and runs each hook in the order of that
 * array.
 */
export type CorePart<C = object> = {
  readonly commands: C;
  /** Outcomes of the calls to the API that this part queues, by endpoint: each has one owner. */
  readonly queuedCalls?: QueuedCalls;
  /** The purposes of uploads that this part owns: each has one owner. */
  readonly uploads?: UploadOwners;
  /** This core leads, before anything else is done. Called again later where it throws. */
  readonly onLead?: () => Promise<void>;
  /**
   * Work on what is stored that nothing waits for, done once after the start, one after the other. A step that throws keeps no other one
   * from running, and is tried again later.
   */
  readonly upkeep?: readonly (() => Promise<unknown>)[];
  /**
   * A user is signed in. The next part's hook runs when this promise settles, unless the user has signed out meanwhile. Called again
   * later where it throws.
   */
  readonly onSignedIn?: (session: SessionRow) => Promise<void> | void;
  /** A stream came up; no stanza of it was read yet. */
  readonly onStreamOpening?: (session: SessionRow, jid: string) => void;
  /** The stream may be used. `resumed`: no stanza was lost, and the address is unchanged. */
  readonly onStreamUp?: (stream: StreamLink, resumed: boolean) => void;
  readonly onStreamDown?: () => void;
  /** Handles an event that a service sent unasked; returns true when it was this part's. */
  readonly onPush?: (stanza: Element) => boolean;
  /** A live message of the peer arrived, not one from the archive. The write to the database is under way. */
  readonly onMessage?: (message: Extract<Inbound, { kind: 'message' }>) => void;
  /** The official service asks to report the attribution again; each request has an id. */
  readonly onRefreshAttribution?: (id: string) => void;
  /** The server accepted sent messages; by their `mid`. */
  readonly onMessagesSent?: (mids: readonly string[]) => void;
  /** The archive was read: every conversation of the account is here. */
  readonly onCaughtUp?: () => void;
  /** The server or the peer refused a sent message; by its stanza id. */
  readonly onMessageRefused?: (stanzaId: string) => void;
  /** The open tabs show other people than before. */
  readonly onShownPeople?: () => void;
  readonly onTabGone?: (tab: string) => void;
  /** The page says that its surroundings changed. */
  readonly onWake?: (why: 'online' | 'visible' | 'asked') => void;
  /** An upload has arrived, and what its owner wrote for it is durable. */
  readonly onUploadArrived?: () => Promise<void>;
  /** Before a sign-out: ends calls, and sends and reads no more for the user. */
  readonly onSigningOut?: () => Promise<void> | void;
  /** Ends for good. `drop`: another core takes over. `leave`: nobody is there, and nobody follows for now. */
  readonly onStepDown?: (how: 'drop' | 'leave') => Promise<void> | void;
  /** Resolves when no work is under way that must not be interrupted (law 10). */
  readonly whenIdle?: () => Promise<void>;
};
