import { array, maxLength, object, picklist, pipe, string } from 'valibot';
import { TEXT_LANGUAGES } from '../chat/text-languages.ts';
import { command, messageText, nothing, someId } from '../command.ts';
import { TRANSLATED_BY } from './endpoints.ts';
import { TRANSLATE_MODES, TRANSLATE_TEXTS_MAX } from './rules.ts';

const [tid, mid] = [someId, someId];
const lang = picklist(TEXT_LANGUAGES);

/** Translation of texts. Pages run the browser's own translator, because workers have no access to it. */
export const translationCommands = {
  /** Translates messages on the server and stores the results in their rows. Messages that it cannot translate stay unchanged. */
  translate: command({ args: [pipe(array(mid), maxLength(TRANSLATE_TEXTS_MAX)), lang], value: nothing }),
  /** Translates a draft before sending; `by: 'original'`: it comes back unchanged. */
  translateDraft: command({
    args: [messageText, lang],
    value: object({ text: string(), by: picklist(TRANSLATED_BY) }),
  }),
  /** Stores a translation made by this device. */
  keepTranslation: command({
    args: [mid, object({ lang, text: pipe(string(), maxLength(13_000)), by: picklist(['device']) })],
    value: nothing,
  }),
  /** Sets which messages of a conversation are translated automatically. */
  setTranslate: command({ args: [tid, picklist(TRANSLATE_MODES)], value: nothing }),
};
