import type { ReturnTo } from '#contract/payments/commands.ts';
import type { MessageRow } from '#db/schema.ts';

type Somebody = { readonly uid: number; readonly name: string };

/** Where the wish for gems came from. */
export type StoreScene = {
  /** The door's name for tracking. */
  readonly source: string;
  /** Gems that are missing; absent where no sum is. */
  readonly need?: number;
  /** The host whom it is about, and what a minute with them costs in gems. */
  readonly host?: { readonly uid: number; readonly name: string; readonly perMinute: number };
  /** The call that waits for it. */
  readonly sid?: string;
  /** Where the payment leads back to. */
  readonly returnTo?: ReturnTo;
};

/** Panels that can be opened from anywhere, with their props. `src/app/panels.tsx` has a part for each. */
export type PanelProps = {
  /** `isRecorded`: in the app, just now. */
  readonly send: { readonly tid: string; readonly files: readonly File[]; readonly isRecorded?: true };
  readonly recordClip: { readonly tid: string };
  readonly album: { readonly mid: string; readonly at: number };
  /** Asks before a message is paid for. */
  readonly unlock: { readonly mid: string };
  /** What a host sells on a page of their own. */
  readonly exclusive: Somebody;
  readonly lockDetails: { readonly mid: string };
  /** `mid`: of the message that is reported first of all; empty where it is the person. */
  readonly report: Somebody & { readonly mid: string };
  readonly block: Somebody;
  readonly translation: { readonly tid: string };
  /**
   * Gifts for a host; `wished`: the gift of the wish `ask`, or the one that opens the picture behind `lock`. Empty without a
   * call, a wish, a picture.
   */
  readonly gifts: Somebody & {
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
  readonly link: { readonly url: string };
  /** The coin store. */
  readonly store: { readonly scene: StoreScene };
  readonly search: { readonly tid: string; readonly name: string; readonly onHit: (row: MessageRow) => void };
};
export type PanelName = keyof PanelProps;

/** One panel and its own props. */
export type OpenPanel<N extends PanelName = PanelName> = {
  readonly [P in N]: { readonly name: P; readonly props: PanelProps[P] };
}[N];

let open: OpenPanel | undefined;
const listeners = new Set<() => void>();

function change(next: OpenPanel | undefined): void {
  open = next;
  for (const tell of listeners) tell();
}

/** Opens a panel over the page; it replaces an open one. */
export function openPanel<N extends PanelName>(name: N, props: PanelProps[N]): void {
  // The props belong to the name; TypeScript does not follow a type parameter through the union.
  change({ name, props } as unknown as OpenPanel);
}
export const closePanel = (): void => change(undefined);
export const panelNow = (): OpenPanel | undefined => open;

export function onPanelChange(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
