import { useEffect, useSyncExternalStore } from 'react';
import { createStore } from '../../create-store.ts';
import { isToday, type Local, localValue, today, userValue } from '../../local.ts';
import { isTyping, onTypingChange } from '../input/typing.ts';
import { isCovered, onOverlayChange } from '../overlay.ts';

/** Prompts that the app shows automatically, the most important first. */
const PROMPTS = [
  'share',
  'completeInfo',
  'consent',
  'giftPack',
  'passkeyOffer',
  'noticeOffer',
  'installGuide',
  'suggestion',
] as const;
/** Name of a prompt that the app shows automatically, such as the install guide. */
export type Prompt = (typeof PROMPTS)[number];
/** Prompts that are dialogs: an open one is not replaced. The others are cards on the page. */
const DIALOGS: ReadonlySet<Prompt> = new Set(['completeInfo', 'giftPack']);

/** Strips across the top of the page, the most important first. */
const BANNERS = ['connection', 'storage', 'maintenance', 'update', 'publicDemo'] as const;
/** Name of a strip across the top of the page. */
export type BannerName = (typeof BANNERS)[number];
/** Banners that can wait for a prompt. The others report a fault or a planned maintenance, and cards wait for them. */
const PATIENT_BANNERS: ReadonlySet<BannerName> = new Set(['update', 'publicDemo']);

/** Stored on this device: whether each prompt was closed today; for `passkeyOffer`, whether it was ever closed. */
const closedOn: Readonly<Record<Prompt, Local<boolean>>> = {
  // Never written: a new share on the same day is offered again, and a share is dropped instead of closed.
  share: localValue('share-offer', isToday),
  completeInfo: userValue('complete-info', isToday),
  // Never written: an answer ends the question, and it has no other way to be closed.
  consent: localValue('consent-asked', isToday),
  giftPack: userValue('gift-pack', isToday),
  // Offered once: it stays closed after its day.
  passkeyOffer: userValue('passkey-offer', (stored) => (stored ?? '') !== ''),
  noticeOffer: userValue('notice-offer', isToday),
  // Of the device and not of a user: visitors see this prompt as well.
  installGuide: localValue('install-guide-on', isToday),
  suggestion: userValue('suggested', isToday),
};

type PromptPorts = {
  readonly isClosedToday: (prompt: Prompt) => boolean;
  readonly keepClosed: (prompt: Prompt) => void;
  /** Returns whether the user is occupied: a dialog or another layer is open over the page, or a text field has the focus. */
  readonly isBusy: () => boolean;
};

/**
 * Collects requests by name. Several layers of the page may request the same name; an unmounted one withdraws only its own
 * request.
 */
function createRequests<T extends string>(onChange: () => void) {
  const askers = new Map<T, Set<symbol>>();
  return {
    has: (name: T) => askers.has(name),
    delete: (name: T) => askers.delete(name),
    add(name: T): () => void {
      const asker = Symbol(name);
      askers.set(name, (askers.get(name) ?? new Set()).add(asker));
      onChange();
      return () => {
        const left = askers.get(name);
        left?.delete(asker);
        if (left?.size === 0) askers.delete(name);
        onChange();
      };
    },
  };
}

/**
 * Creates the queue of everything that appears unasked: prompts and banners.
 *
 * - At most one prompt is shown, the most important requested one, and none while it is suspended or on the day on which it was closed.
 *   While the user is busy no prompt appears, and the current one stays.
 * - At most one banner is shown. A banner about a fault appears at once and replaces a card; the other banners wait for prompts.
 */
export function createPrompts({ isClosedToday, keepClosed, isBusy }: PromptPorts) {
  const waiting = createRequests<Prompt>(() => update());
  const banners = createRequests<BannerName>(() => update());
  const suspended = createRequests<'prompts'>(() => update());
  const current = createStore<Prompt | undefined>(undefined);
  const currentBanner = createStore<BannerName | undefined>(undefined);
  const choosePrompt = (banner: BannerName | undefined) => {
    if (suspended.has('prompts')) return undefined;
    const before = current.get();
    const shown = before && waiting.has(before) ? before : undefined;
    if (shown && DIALOGS.has(shown)) return shown;
    if (banner && !PATIENT_BANNERS.has(banner)) return undefined;
    return isBusy() ? shown : PROMPTS.find((prompt) => waiting.has(prompt));
  };
  const chooseBanner = (banner: BannerName | undefined, prompt: Prompt | undefined) => {
    if (!banner || !PATIENT_BANNERS.has(banner)) return banner;
    if (prompt) return undefined;
    return isBusy() ? (currentBanner.get() === banner ? banner : undefined) : banner;
  };
  function update(): void {
    const banner = BANNERS.find((name) => banners.has(name));
    const prompt = choosePrompt(banner);
    current.set(prompt);
    currentBanner.set(chooseBanner(banner, prompt));
  }
  return {
    /** Chooses the prompt and the banner again. Called when the user becomes busy, or is no longer. */
    update,
    /** Requests a prompt, unless it was closed today. Returns a function that withdraws the request. */
    ask(prompt: Prompt): () => void {
      if (!isClosedToday(prompt)) return waiting.add(prompt);
      return () => {};
    },
    /** Closes a prompt for today. */
    close(prompt: Prompt): void {
      keepClosed(prompt);
      waiting.delete(prompt);
      update();
    },
    /** Requests a banner. Returns a function that withdraws the request. */
    askBanner: banners.add,
    /** Suspends all prompts until the returned function is called. */
    suspend: () => suspended.add('prompts'),
    current: current.get,
    subscribe: current.subscribe,
    currentBanner: currentBanner.get,
    subscribeBanner: currentBanner.subscribe,
  };
}

/** Returns whether the prompt was dismissed or closed on this device today, or ever for `passkeyOffer`. It is then not requested. */
export const isPromptClosed = (prompt: Prompt): boolean => closedOn[prompt].read();
/** Stores on this device that the prompt must not appear again today. The current prompt stays open until it is closed. */
export const dismissPrompt = (prompt: Prompt): void => closedOn[prompt].write(today());
const isBusy = () => isCovered() || isTyping();
const prompts = createPrompts({ isClosedToday: isPromptClosed, keepClosed: dismissPrompt, isBusy });
onOverlayChange(prompts.update);
onTypingChange(prompts.update);

/** Closes a prompt and suppresses it for the rest of the day on this device. Called when its dialog or card is closed. */
export const closePrompt = prompts.close;

/** Suspends all prompts while `wanted`: a call rings or is active on this device, or a conversation is open. */
export function useNoPrompts(wanted: boolean): void {
  useEffect(() => (wanted ? prompts.suspend() : undefined), [wanted]);
}

/** Requests a prompt while `wanted`; returns true when the queue selects it, and the component then renders it. */
export function usePrompt(prompt: Prompt, wanted: boolean): boolean {
  useEffect(() => (wanted ? prompts.ask(prompt) : undefined), [prompt, wanted]);
  return useSyncExternalStore(prompts.subscribe, prompts.current) === prompt && wanted;
}

/** Requests a banner while `wanted`; returns true when it is the one banner of the page, and the component then renders it. */
export function useBanner(banner: BannerName, wanted: boolean): boolean {
  useEffect(() => (wanted ? prompts.askBanner(banner) : undefined), [banner, wanted]);
  return useSyncExternalStore(prompts.subscribeBanner, prompts.currentBanner) === banner && wanted;
}
