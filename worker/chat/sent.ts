import type { SimpleDraft } from '#contract/chat/drafts.ts';
import type { KindFacts } from '#contract/chat/facts.ts';
import { completeKind, type Payload, type SentPayload } from '#contract/chat/payload.ts';
import { MESSAGE_MAX_CHARS } from '#contract/chat/rules.ts';
import { type AppError, fail, ok, type Result } from '#contract/result.ts';
import { isBlank } from '#contract/text/visible-text.ts';
import { isPlainText, plainText } from '#contract/xml/characters.ts';

type TextDraft = Extract<SimpleDraft, { readonly kind: 'text' }>;

/** Validates a text message: the text to send and, for a translated message, its original. */
function textOf({ body: typed, said }: TextDraft): Result<SentPayload, AppError> {
  const body = plainText(typed);
  if (isBlank(body)) return fail({ code: 'message-empty' });
  for (const text of [typed, said?.text ?? '']) {
    if (!isPlainText(text)) return fail({ code: 'message-unreadable' });
    if (plainText(text).length > MESSAGE_MAX_CHARS)
      return fail({ code: 'message-too-long', maxChars: MESSAGE_MAX_CHARS });
  }
  const own = said && plainText(said.text);
  return ok({ kind: 'text', body, ...(own && !isBlank(own) && { said: { lang: said.lang, text: own } }) });
}

function sentOf(draft: SimpleDraft): Result<SentPayload, AppError> {
  switch (draft.kind) {
    case 'text':
      return textOf(draft);
    case 'question':
      return ok({ kind: 'question_answer', q: draft.q, body: '', options: [] });
    case 'own_question':
      return ok({
        kind: 'question_answer',
        body: plainText(draft.body),
        options: draft.options.map((option) => plainText(option)),
      });
    case 'answer':
      return ok({ kind: 'question_answer', to: draft.to, choice: draft.choice, body: '', options: [] });
    case 'ask_gift':
      return ok({ kind: 'ask_gift', giftId: draft.gift, body: plainText(draft.body) });
    case 'location':
      return ok({ ...draft, name: plainText(draft.name) });
    case 'sticker':
      return ok({ ...draft, name: plainText(draft.name) });
    case 'invite_video':
      return ok(draft);
  }
}

/**
 * Returns the payload to store for a draft, in the server's form, with the facts that this device knows. The edge
 * decides the final facts. `gift`: the catalogue entry of a requested gift.
 */
export function payloadOf(draft: SimpleDraft, now: number, gift: KindFacts['gift']): Result<Payload, AppError> {
  const sent = sentOf(draft);
  if (!sent.ok) return sent;
  const facts: KindFacts = { media: new Map(), today: 0, lockId: '', now, ...(gift && { gift }) };
  const completed = completeKind(sent.value, now, facts);
  return typeof completed === 'string' ? fail({ code: 'not-found' }) : ok(completed);
}
