import { array, maxLength, object, picklist, pipe, string } from 'valibot';
import { TEXT_LANGUAGES } from '../chat/text-languages.ts';
import { command, messageText, nothing, someId } from '../command.ts';
import { TRANSLATED_BY } from './endpoints.ts';
import { TRANSLATE_MODES, TRANSLATE_TEXTS_MAX } from './rules.ts';

const [tid, mid] = [someId, someId];
const lang = picklist(TEXT_LANGUAGES);

/** Translation of words. Where the browser translates itself, the page does it: no worker can. */
export const translationCommands = {
  /** Has the words of messages translated by the server; the rows then hold it. Those that it cannot translate stay as they are. */
  translate: command({ args: [pipe(array(mid), maxLength(TRANSLATE_TEXTS_MAX)), lang], value: nothing }),
  /** Has words translated that are about to be sent; `original`: they come back as they were. */
  translateDraft: command({
    args: [messageText, lang],
    value: object({ text: string(), by: picklist(TRANSLATED_BY) }),
  }),
  /** Keeps what this device translated itself. */
  keepTranslation: command({
    args: [mid, object({ lang, text: pipe(string(), maxLength(13_000)), by: picklist(['device']) })],
    value: nothing,
  }),
  /** Says which messages of a conversation are translated unasked. */
  setTranslate: command({ args: [tid, picklist(TRANSLATE_MODES)], value: nothing }),
};
