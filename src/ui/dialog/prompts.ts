import { useEffect, useSyncExternalStore } from 'react';
import { createStore } from '../../create-store.ts';
import { isToday, type Local, localValue, today, userValue } from '../../local.ts';
import { isCovered, onOverlayChange } from '../overlay.ts';

/** Prompts that the app shows automatically, the most important first. */
const PROMPTS = ['share', 'completeInfo', 'giftPack', 'noticeOffer', 'installGuide', 'suggestion'] as const;
/** Name of a prompt that the app shows automatically, such as the install guide. */
export type Prompt = (typeof PROMPTS)[number];
/** Prompts that are dialogs: an open one is not replaced. The others are cards on the page. */
const DIALOGS: ReadonlySet<Prompt> = new Set(['completeInfo', 'giftPack']);

/** Storage keys of the day on which each prompt was closed. */
const closedOn: Readonly<Record<Prompt, Local<boolean>>> = {
  // Never written: a new share on the same day is offered again, and a share is dropped instead of closed.
  share: localValue('share-offer', isToday),
  completeInfo: userValue('complete-info', isToday),
  giftPack: userValue('gift-pack', isToday),
  noticeOffer: userValue('notice-offer', isToday),
  // Visitors see this one as well.
  installGuide: localValue('install-guide-on', isToday),
  suggestion: userValue('suggested', isToday),
};

type PromptPorts = {
  readonly isClosedToday: (prompt: Prompt) => boolean;
  readonly keepClosed: (prompt: Prompt) => void;
  /** Returns whether a dialog or another layer is open over the page. */
  readonly isCovered: () => boolean;
};

/**
 * Creates the queue of automatic prompts: at most one is shown, the most important requested one, and none during a call or on
 * the day on which it was closed. While a layer covers the page no prompt appears, and the current one stays.
 */
export function createPrompts({ isClosedToday, keepClosed, isCovered }: PromptPorts) {
  /**
   * The requesters of each prompt. Several layers of the page may request one; an unmounted one withdraws only its
   * own request.
   */
  const waiting = new Map<Prompt, Set<symbol>>();
  let inCall = false;
  const current = createStore<Prompt | undefined>(undefined);
  const choose = () => {
    if (inCall) return undefined;
    const before = current.get();
    const shown = before && waiting.has(before) ? before : undefined;
    if (isCovered() || (shown && DIALOGS.has(shown))) return shown;
    return PROMPTS.find((prompt) => waiting.has(prompt));
  };
  const update = () => current.set(choose());
  return {
    /** Called when a layer opens or closes. */
    update,
    /** Requests a prompt, unless it was closed today. Returns a function that withdraws the request. */
    ask(prompt: Prompt): () => void {
      const asker = Symbol(prompt);
      if (!isClosedToday(prompt)) waiting.set(prompt, (waiting.get(prompt) ?? new Set()).add(asker));
      update();
      return () => {
        const askers = waiting.get(prompt);
        askers?.delete(asker);
        if (askers?.size === 0) waiting.delete(prompt);
        update();
      };
    },
    /** Closes a prompt for today. */
    close(prompt: Prompt): void {
      keepClosed(prompt);
      waiting.delete(prompt);
      update();
    },
    setInCall(next: boolean): void {
      inCall = next;
      update();
    },
    current: current.get,
    subscribe: current.subscribe,
  };
}

/** Returns whether the prompt was dismissed or closed today on this device. It is not requested again before midnight. */
export const isPromptClosed = (prompt: Prompt): boolean => closedOn[prompt].read();
/** Stores on this device that the prompt must not appear again today. The current prompt stays open until it is closed. */
export const dismissPrompt = (prompt: Prompt): void => closedOn[prompt].write(today());
const prompts = createPrompts({ isClosedToday: isPromptClosed, keepClosed: dismissPrompt, isCovered });
onOverlayChange(prompts.update);

/** Closes a prompt and suppresses it for the rest of the day on this device. Called when its dialog or card is closed. */
export const closePrompt = prompts.close;

/** Suspends all prompts while `inCall`: a call rings or is active on this device. */
export function useNoPrompts(inCall: boolean): void {
  useEffect(() => {
    prompts.setInCall(inCall);
    return () => prompts.setInCall(false);
  }, [inCall]);
}

/** Requests a prompt while `wanted`; returns true when the queue selects it, and the caller then renders it. */
export function usePrompt(prompt: Prompt, wanted: boolean): boolean {
  useEffect(() => (wanted ? prompts.ask(prompt) : undefined), [prompt, wanted]);
  return useSyncExternalStore(prompts.subscribe, prompts.current) === prompt && wanted;
}
