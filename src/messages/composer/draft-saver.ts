import type { OriginalText } from '../sending.ts';

const SAVE_AFTER_MS = 400;

/**
 * Draft of a conversation. `replyTo`: stanza id of the message that is replied to, or empty. `original`: the text that the user typed, if
 * `text` is its translation.
 */
export type Draft = { readonly text: string; readonly replyTo: string; readonly original: OriginalText | undefined };
/** Draft of a conversation in which nothing is typed or replied to. */
export const EMPTY_DRAFT: Draft = { text: '', replyTo: '', original: undefined };

const isSame = (one: Draft, other: Draft) =>
  one.text === other.text && one.replyTo === other.replyTo && one.original?.text === other.original?.text;

/** Saves the draft of a composer, at most once per pause in typing. */
export type DraftSaver = {
  /**
   * Takes over the draft that is stored, when another composer has changed it. Returns the draft to show; undefined if nothing changes,
   * which is the case while a change of this composer is not stored yet.
   */
  follow(stored: Draft): Draft | undefined;
  /** Changes parts of the draft and returns all of it; it is stored after a pause in typing. */
  change(part: Partial<Draft>): Draft;
  /** Stores the latest draft now if it is not stored yet. */
  flush(): void;
  /**
   * Stores the draft, runs `send`, and stores what is left in the input. An empty input is not stored before `send` has ended, so
   * that the text survives when the page or the core ends before the core has accepted the message.
   */
  whileSending<T>(send: () => Promise<T>): Promise<T>;
};

/**
 * Creates the saver of one composer. `save` resolves to whether the draft must be saved again, because it could not be stored; the
 * latest one is then saved.
 */
export function createDraftSaver(save: (draft: Draft) => Promise<boolean>): DraftSaver {
  let latest = EMPTY_DRAFT;
  /** The stored draft that was read last. A read that began before a write of this composer returns it again. */
  let known = EMPTY_DRAFT;
  let saving = 0;
  let isUnsaved = false;
  let sending = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush() {
    clearTimeout(timer);
    if (!isUnsaved || (sending > 0 && latest.text === '')) return;
    isUnsaved = false;
    saving += 1;
    void save(latest).then((mustRepeat) => {
      saving -= 1;
      if (!mustRepeat || isUnsaved) return;
      isUnsaved = true;
      flush();
    });
  }

  return {
    follow(stored) {
      if (isSame(stored, known)) return undefined;
      known = stored;
      if (isUnsaved || saving > 0 || sending > 0 || isSame(stored, latest)) return undefined;
      latest = stored;
      return latest;
    },
    change(part) {
      isUnsaved = true;
      latest = { ...latest, ...part };
      clearTimeout(timer);
      timer = setTimeout(flush, SAVE_AFTER_MS);
      return latest;
    },
    flush,
    async whileSending(send) {
      flush();
      sending += 1;
      try {
        return await send();
      } finally {
        sending -= 1;
        flush();
      }
    },
  };
}
