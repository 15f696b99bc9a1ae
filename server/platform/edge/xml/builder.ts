import { Element } from '@xmpp/xml';
import { SaxesParser, type SaxesTagNS } from 'saxes';

/** Limits of one parsed element: its depth, and the number of its elements. */
export type XmlLimits = { readonly maxDepth: number; readonly maxNodes: number };

/**
 * Thrown for XML that is malformed or above the limits; `condition` is the stream error (RFC 6120, section 4.9.3) to end the stream with.
 */
export class XmlRefused extends Error {
  readonly condition: 'not-well-formed' | 'policy-violation' | 'restricted-xml';
  constructor(condition: XmlRefused['condition'], text: string) {
    super(text);
    this.condition = condition;
  }
}

/**
 * Creates a reader that builds elements from a strict, namespace-aware parse, of a frame or a stream. The limits are checked while
 * parsing, so that an XML bomb costs no more than the text before its first excess. The elements are normalized: no prefixes, one `xmlns`
 * where the namespace changes, no line breaks in attributes; so two parsers cannot read them differently.
 * The first `outerLevels` levels of elements are reported as opened and not collected: 1 for a TCP stream, 0 for a websocket frame.
 */
export function elementReader(limits: XmlLimits, outerLevels: 0 | 1, handlers: ReaderHandlers) {
  const parser = new SaxesParser({ xmlns: true });
  let depth = 0;
  let nodes = 0;
  let cursor: Element | null = null;
  const refuse = (reason: string) => () => {
    throw new XmlRefused('restricted-xml', reason);
  };

  parser.on('error', (error) => {
    throw new XmlRefused('not-well-formed', error.message);
  });
  parser.on('doctype', refuse('document type'));
  parser.on('processinginstruction', refuse('processing instruction'));
  parser.on('comment', refuse('comment'));
  if (outerLevels === 0) parser.on('xmldecl', refuse('XML declaration'));
  parser.on('opentagstart', () => {
    depth += 1;
    nodes += 1;
    if (depth - outerLevels > limits.maxDepth) throw new XmlRefused('policy-violation', 'too deep');
    if (nodes > limits.maxNodes) throw new XmlRefused('policy-violation', 'too many elements');
  });
  parser.on('opentag', (tag) => {
    const element = elementOf(tag, cursor);
    if (depth <= outerLevels) {
      nodes = 0;
      handlers.opened?.(element);
      return;
    }
    cursor?.append(element);
    cursor = element;
  });
  const text = (value: string) => void cursor?.append(value.replace(/\r\n?/g, '\n'));
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', () => {
    depth -= 1;
    if (cursor === null) return;
    const closed: Element = cursor;
    cursor = closed.parent;
    if (cursor === null) {
      nodes = 0;
      handlers.element(closed);
    }
  });
  return parser;
}

type ReaderHandlers = { opened?(root: Element): void; element(element: Element): void };

function elementOf(tag: SaxesTagNS, parent: Element | null): Element {
  const attrs: Record<string, string> = {};
  for (const attribute of Object.values(tag.attributes)) {
    if (attribute.prefix === '' && attribute.local !== 'xmlns') {
      attrs[attribute.local] = attribute.value.replace(/[\t\r\n]/g, ' ');
    }
  }
  if (parent ? parent.getNS() !== tag.uri : tag.uri !== '') attrs['xmlns'] = tag.uri;
  return new Element(tag.local, attrs);
}
