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

/** Device and server clock of every row and screen, ms. */
export const GALLERY_NOW = Date.UTC(2026, 4, 20, 18, 30);

/** What the databases hold. A table that is missing is empty; `state` has one row for each key. */
export type Rows = {
  readonly state?: readonly AppRow[];
  readonly people?: readonly PersonRow[];
  readonly lists?: readonly ListRow[];
  readonly cards?: readonly CardRow[];
  readonly relations?: readonly RelationRow[];
  /** Without the files: a test has none to hand over. */
  readonly uploads?: readonly (Omit<UploadRow, 'file'> & { readonly file: undefined })[];
  readonly apiQueue?: readonly ApiQueueRow[];
  readonly drafts?: readonly DraftRow[];
  /** Without pictures: a test has none to hand over. */
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

/** What the core answers where it is not its usual yes: an error, another value, or nothing while the screen is looked at. */
export type Answers = { readonly [K in keyof CoreApi]?: AppError | 'never' | { readonly value: unknown } };

export type NoticeState = 'default' | 'denied' | 'granted' | 'outside';

export type Show = {
  readonly path: string;
  readonly rows: Rows;
  readonly answers: Answers;
  readonly clockRuns: boolean;
  /** Camera and microphone are refused. */
  readonly mediaRefused: boolean;
  readonly notices: NoticeState;
  /** What the device remembers beside its databases. */
  readonly storage: Readonly<Record<string, string>>;
};

export type Theme = 'dark' | 'light';
export type Look = {
  readonly theme: Theme;
  readonly language: Language;
  /** What axe looks at: everything, or the contrast of words alone. It takes longer than all the rest. */
  readonly axe: 'all' | 'contrast' | 'nothing';
};

/** What tests ask of the page. */
export type Gallery = {
  /** The name of this tab in rows that belong to one. */
  readonly tab: string;
  show(show: Show): Promise<void>;
  /** Resolves when nothing is loaded, read, moved or drawn any more. */
  settle(mayBeBusy: boolean): Promise<void>;
  /** Waits so long for a screen to come to rest, from now on. */
  giveUpAfter(ms: number): void;
  /** Another language without a reload. */
  speak(language: Language): Promise<void>;
  /** Everything that is wrong with what is shown, in these looks. */
  inspect(looks: readonly Look[], mayBeBusy: boolean): Promise<string[]>;
};

declare global {
  interface Window {
    gallery: Gallery;
  }
}
