import type { CoreApi } from '#contract/core.ts';
import type { AppError } from '#contract/result.ts';
import type { Language } from '../../../src/i18n/languages.ts';
import type {
  ApiQueueRow,
  AppRow,
  CallSignalRow,
  CardRow,
  DraftRow,
  GiftRow,
  ListRow,
  MessageRow,
  NoticeRow,
  OnlineUserRow,
  OrderRow,
  OutboxRow,
  PersonRow,
  RecordsRow,
  RelationRow,
  ShareRow,
  ThreadRow,
  UploadRow,
  VideoCallRow,
  WallRow,
} from '../../../worker/db/schema.ts';

/** Device and server time of every row and screen, ms. */
export const GALLERY_NOW = Date.UTC(2026, 4, 20, 18, 30);

/** Contents of the databases. A missing table is empty; `state` has one row per key. */
export type Rows = {
  readonly state?: readonly AppRow[];
  readonly people?: readonly PersonRow[];
  readonly lists?: readonly ListRow[];
  readonly cards?: readonly CardRow[];
  readonly relations?: readonly RelationRow[];
  /** Without files: a test has none. */
  readonly uploads?: readonly (Omit<UploadRow, 'file'> & { readonly file: undefined })[];
  readonly apiQueue?: readonly ApiQueueRow[];
  readonly drafts?: readonly DraftRow[];
  /** Without pictures: a test has none. */
  readonly shares?: readonly Omit<ShareRow, 'picture'>[];
  readonly callSignals?: readonly CallSignalRow[];
  readonly gifts?: readonly GiftRow[];
  readonly walls?: readonly WallRow[];
  readonly orders?: readonly OrderRow[];
  readonly records?: readonly RecordsRow[];
  readonly threads?: readonly ThreadRow[];
  readonly messages?: readonly MessageRow[];
  readonly outbox?: readonly OutboxRow[];
  readonly videocalls?: readonly VideoCallRow[];
  readonly onlineUsers?: readonly OnlineUserRow[];
  readonly notices?: readonly NoticeRow[];
};

/** Answers of the core other than plain success: an error, a value, or none at all (`never`). */
export type Answers = { readonly [K in keyof CoreApi]?: AppError | 'never' | { readonly value: unknown } };

export type NoticeState = 'default' | 'denied' | 'granted' | 'outside';

export type Show = {
  readonly path: string;
  readonly rows: Rows;
  readonly answers: Answers;
  readonly clockRuns: boolean;
  /** Whether camera and microphone are refused. */
  readonly mediaRefused: boolean;
  readonly notices: NoticeState;
  /** Entries of local storage. */
  readonly storage: Readonly<Record<string, string>>;
};

export type Theme = 'dark' | 'light';
export type Look = {
  readonly theme: Theme;
  readonly language: Language;
  /** Checks that axe runs: all rules, or only the contrast of text. axe takes longer than all other checks together. */
  readonly axe: 'all' | 'contrast' | 'nothing';
};

/** The interface that tests call in the page. */
export type Gallery = {
  /** Id of this tab, for rows that belong to a tab. */
  readonly tab: string;
  show(show: Show): Promise<void>;
  /** Returns the commands that were called since the last call of this function, as JSON of name and arguments. */
  takeCalls(): readonly string[];
  /** Resolves when nothing is loading, moving or being drawn. */
  settle(mayBeBusy: boolean): Promise<void>;
  /** Sets the time-out of `settle`. */
  giveUpAfter(ms: number): void;
  /** Switches the language without a reload. */
  speak(language: Language): Promise<void>;
  /** Returns all faults of the current screen in these looks. */
  inspect(looks: readonly Look[], mayBeBusy: boolean): Promise<string[]>;
};

declare global {
  interface Window {
    gallery: Gallery;
  }
}
