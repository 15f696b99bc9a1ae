import { useEffect, useSyncExternalStore } from 'react';
import { isToday, localValue, today } from '../local.ts';
import { isCovered, onOverlayChange } from './overlay.ts';

/** Prompts that the app shows unasked, the most important first. */
const PROMPTS = ['share', 'completeInfo', 'giftPack', 'noticeOffer', 'installGuide', 'suggestion'] as const;
export type Prompt = (typeof PROMPTS)[number];
/** Those that are dialogs: nothing replaces one while it is open. The others are cards on the page. */
const DIALOGS: ReadonlySet<Prompt> = new Set(['completeInfo', 'giftPack']);

/** Key under which the day is stored on which each was closed. */
const KEYS = {
  // What is shared another time is asked about the same day: who does not want it drops it, and closes nothing.
  share: 'share-offer',
  completeInfo: 'complete-info',
  giftPack: 'gift-pack',
  noticeOffer: 'notice-offer',
  installGuide: 'install-guide-on',
  suggestion: 'suggested',
} as const satisfies Record<Prompt, string>;
const closedOn = new Map(PROMPTS.map((prompt) => [prompt, localValue(KEYS[prompt], isToday)]));

type PromptPorts = {
  readonly isClosedToday: (prompt: Prompt) => boolean;
  readonly keepClosed: (prompt: Prompt) => void;
  /** Whether a dialog or another layer is open over the page. */
  readonly isCovered: () => boolean;
};

/**
 * The queue of everything that the app shows unasked: one prompt at a time, none during a call, none again on the day it was
 * closed. None starts while a layer is open over the page.
 */
export function createPrompts({ isClosedToday, keepClosed, isCovered }: PromptPorts) {
  /** Who asks for each: every layer of the screen may, and one that goes takes its own wish along. */
  const waiting = new Map<Prompt, Set<symbol>>();
  const listeners = new Set<() => void>();
  let inCall = false;
  let current: Prompt | undefined;
  const choose = () => {
    if (inCall) return undefined;
    const shown = current && waiting.has(current) ? current : undefined;
    if (isCovered() || (shown && DIALOGS.has(shown))) return shown;
    return PROMPTS.find((prompt) => waiting.has(prompt));
  };
  const update = () => {
    const before = current;
    current = choose();
    if (current === before) return;
    for (const tell of listeners) tell();
  };
  return {
    /** Called when a layer opens or closes. */
    update,
    /** Adds a prompt to the queue, unless it was closed today. Returns a function that removes it. */
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
    current: (): Prompt | undefined => current,
    subscribe(tell: () => void): () => void {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
  };
}

export const isPromptClosed = (prompt: Prompt): boolean => closedOn.get(prompt)?.read() ?? false;
/** Not again today; an open prompt stays until it is closed. */
export const keepPromptClosed = (prompt: Prompt): void => closedOn.get(prompt)?.write(today());
const prompts = createPrompts({ isClosedToday: isPromptClosed, keepClosed: keepPromptClosed, isCovered });
onOverlayChange(prompts.update);

export const closePrompt = prompts.close;

/** No prompt is shown while a call rings or runs. */
export function useNoPrompts(inCall: boolean): void {
  useEffect(() => {
    prompts.setInCall(inCall);
    return () => prompts.setInCall(false);
  }, [inCall]);
}

/** Whether it is this prompt's turn. It is in the queue while `wanted`. */
export function usePrompt(prompt: Prompt, wanted: boolean): boolean {
  useEffect(() => (wanted ? prompts.ask(prompt) : undefined), [prompt, wanted]);
  return useSyncExternalStore(prompts.subscribe, prompts.current) === prompt && wanted;
}
