import { array, check, maxLength, object, pipe, regex, string } from 'valibot';
import { REACTION_MAX_CHARS, REACTIONS_MAX } from '../kind-rules.ts';
import { defineKind } from './kind.ts';
import { stanzaId } from './shapes.ts';

/** Namespace of message reactions (XEP-0444). */
const REACTIONS_NS = 'urn:xmpp:reactions:0';

/** Pattern of one emoji: a flag, a keycap, or a pictograph with its modifiers and those joined to it. */
const ONE_EMOJI =
  /^(?:\p{RI}\p{RI}|[0-9#*]\u{fe0f}?\u{20e3}|\p{Extended_Pictographic}[\u{fe0f}\p{EMod}\u{e0020}-\u{e007f}]*(?:\u{200d}\p{Extended_Pictographic}[\u{fe0f}\p{EMod}]*)*)$/u;

/**
 * Message kind `reaction` (type 40): all reactions of the sender to a message of either side, which replace the sender's earlier ones; an
 * empty list removes them. It is never drawn as a message. The edge accepts it only for a message that is in the sender's archive of the
 * conversation and allows reactions (`isReactable`).
 */
export const reaction = defineKind({
  type: 40,
  kind: 'reaction',
  sentBy: 'people',
  isNews: false,
  category: 'control',
  startsAs: 'sending',
  standard: { name: 'reactions', xmlns: REACTIONS_NS },
  schema: object({
    of: stanzaId,
    emoji: pipe(
      array(pipe(string(), maxLength(REACTION_MAX_CHARS), regex(ONE_EMOJI))),
      maxLength(REACTIONS_MAX),
      check((emoji) => new Set(emoji).size === emoji.length),
    ),
  }),
  write: ({ of, emoji }, build) => ({
    body: '',
    children: [build('reactions', { xmlns: REACTIONS_NS, id: of }, ...emoji.map((one) => build('reaction', {}, one)))],
  }),
  read(_body, x) {
    const reactions = x.getChild('reactions', REACTIONS_NS);
    const emoji = reactions?.getChildren('reaction', REACTIONS_NS).map((one) => one.text().trim());
    return { of: reactions?.attrs['id'], emoji };
  },
  words: () => [],
  needs: ({ of }) => ({ reactedTo: of }),
  complete: ({ reactedTo }, sent) => (reactedTo?.isReactable ? sent : 'not-changeable'),
  answers: ({ of }) => of,
  isSide: () => true,
});
