const CLIENT_NS = 'jabber:client';
const STREAMS_NS = 'http://etherx.jabber.org/streams';
const FRAMING_NS = 'urn:ietf:params:xml:ns:xmpp-framing';
const MAX_CHARS = 1_048_576;
const [QUESTION_MARK, SLASH, DOUBLE_QUOTE, QUOTE, GREATER] = [63, 47, 34, 39, 62];

/**
 * Splits the text of the XMPP server's TCP stream (RFC 6120) into websocket frames (RFC 7395): the stream header, each element, and the
 * end of the stream. It searches only for the ends of elements, because the XMPP server's XML is well-formed. Returns a function that is
 * called with each chunk of text; it throws when a chunk and the unfinished element before it exceed 1,048,576 characters.
 */
export function cutStanzas(emit: (frame: string) => void): (chunk: string) => void {
  let text = '';
  /** Offset up to which the text was scanned, and the nesting depth there inside the current element. */
  let at = 0;
  let depth = 0;

  return (chunk) => {
    text += chunk;
    if (text.length > MAX_CHARS) throw new Error('a stanza without end');
    let start = 0;
    for (;;) {
      const open = text.indexOf('<', at);
      const end = open < 0 ? -1 : tagEnd(text, open + 1);
      if (end < 0) break;
      at = end + 1;
      if (depth === 0) start = open;
      if (text.charCodeAt(open + 1) === QUESTION_MARK || text.startsWith('<stream:stream', open)) {
        if (text.charCodeAt(open + 1) !== QUESTION_MARK) {
          emit(`<open xmlns='${FRAMING_NS}'${attributesOf(text.slice(open, end))}/>`);
        }
        start = at;
        continue;
      }
      const isEnd = text.charCodeAt(open + 1) === SLASH;
      if (isEnd && depth === 0) emit(`<close xmlns='${FRAMING_NS}'/>`);
      else {
        if (isEnd) depth -= 1;
        else if (text.charCodeAt(end - 1) !== SLASH) depth += 1;
        if (depth === 0) emit(selfContained(text.slice(start, at)));
      }
      if (depth === 0) start = at;
    }
    text = text.slice(start);
    at = Math.max(0, at - start);
  };
}

/** Returns the offset of the `>` that ends a tag, ignoring those in quoted values; -1 when the tag is incomplete. */
function tagEnd(text: string, from: number): number {
  let quote = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === DOUBLE_QUOTE || code === QUOTE) quote = code;
    else if (code === GREATER) return at;
  }
  return -1;
}

const attributesOf = (tag: string) =>
  [...tag.matchAll(/\s(?:id|from|version|to)=(?:"[^"]*"|'[^']*')/g)].map(([whole]) => whole).join('');

/** Adds the namespace that the stream header declared, because each frame must be a complete document. */
function selfContained(stanza: string): string {
  const name = stanza.search(/[\s/>]/);
  const tag = stanza.slice(0, tagEnd(stanza, 1));
  const isStream = stanza.startsWith('<stream:');
  if (isStream ? tag.includes('xmlns:stream=') : /\sxmlns=/.test(tag)) return stanza;
  const missing = isStream ? ` xmlns:stream='${STREAMS_NS}'` : ` xmlns='${CLIENT_NS}'`;
  return stanza.slice(0, name) + missing + stanza.slice(name);
}
