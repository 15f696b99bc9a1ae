import type { ReturnTo } from '#contract/payments/commands.ts';
import type { MessageRow } from '#db/schema.ts';
import { createStore } from '../../create-store.ts';

/** The person that a panel is about. */
type Peer = { readonly uid: number; readonly name: string };

/** Context in which the coin store opens: the entry point, and the missing gems, host or call if they are known. */
export type StoreScene = {
  /** Name of the entry point, for analytics. */
  readonly source: string;
  /** Missing gems; absent when no amount is known. */
  readonly need?: number;
  /** The host concerned, and the price of a minute with them in gems. */
  readonly host?: { readonly uid: number; readonly name: string; readonly perMinute: number };
  /** The pack to select; absent when the user chooses. */
  readonly sku?: string;
  /** Sid of the call that waits for the purchase. */
  readonly sid?: string;
  /** Where the payment page returns to. */
  readonly returnTo?: ReturnTo;
};

/**
 * Props of each panel by its name. A panel is a lazily loaded dialog over the page, opened by `openPanel` from any component and
 * rendered by `src/app/panels.tsx`.
 */
export type PanelProps = {
  /** `isRecorded`: the files were just recorded in the app. */
  readonly send: { readonly tid: string; readonly files: readonly File[]; readonly isRecorded?: true };
  readonly recordClip: { readonly tid: string };
  readonly album: { readonly mid: string; readonly at: number };
  /** Proposes a booked call with a host, at the shown gems per minute. */
  readonly book: Peer & { readonly price: number };
  /** Confirms the payment for a message. */
  readonly unlock: { readonly mid: string };
  /** A host's paid media. */
  readonly exclusive: Peer;
  readonly lockDetails: { readonly mid: string };
  /**
   * `mid`: the message that was reported; empty when the report is about the person, or about the call `sid`. `frame`: the person's picture
   * in that call (`callFrame` of the contract), '' if there is none.
   */
  readonly report: Peer & { readonly mid: string; readonly sid?: string; readonly frame?: string };
  readonly block: Peer;
  readonly translation: { readonly tid: string };
  /**
   * Gifts for a host. `wished`: the gift requested by the message `ask`, or the one that unlocks the picture `lock`.
   * `sid`, `ask` and `lock` are empty when they do not apply.
   */
  readonly gifts: Peer & {
    readonly where: 'chat' | 'call' | 'match' | 'profile';
    readonly sid: string;
    readonly ask: string;
    readonly wished: string;
    readonly lock: string;
  };
  readonly story: { readonly storyId: string };
  readonly luckyBox: object;
  readonly download: object;
  readonly forward: { readonly mid: string };
  readonly hideMessage: { readonly mid: string };
  /** Asks before a message is deleted for both sides. */
  readonly retractMessage: { readonly mid: string };
  /** All emoji, to react to a message. */
  readonly reactMessage: { readonly mid: string };
  readonly link: { readonly url: string };
  /** The coin store. */
  readonly store: { readonly scene: StoreScene };
  /** `within`: the conversation to search, and `onHit` leads to the message there. Without both all conversations are searched. */
  readonly search: {
    readonly within?: { readonly tid: string; readonly name: string };
    readonly onHit?: (row: MessageRow) => void;
  };
};
/** Name of a panel that `openPanel` can open. */
export type PanelName = keyof PanelProps;

/** An open panel: its name and props. */
export type OpenPanel<N extends PanelName = PanelName> = {
  readonly [P in N]: { readonly name: P; readonly props: PanelProps[P] };
}[N];

const open = createStore<OpenPanel | undefined>(undefined);

/** Opens a panel over the page. The page has one panel at a time: an open one is replaced. */
export function openPanel<N extends PanelName>(name: N, props: PanelProps[N]): void {
  // The props match the name; TypeScript cannot follow a type parameter through the union.
  open.set({ name, props } as unknown as OpenPanel);
}
/** Closes the open panel. Also called when the path changes. Does nothing if none is open. */
export const closePanel = (): void => open.set(undefined);
/** Returns the open panel, if any; snapshot for `useSyncExternalStore` together with `onPanelChange`. */
export const panelNow = open.get;

/** Calls the listener when a panel opens or closes. Returns a function that stops it. */
export const onPanelChange = open.subscribe;
