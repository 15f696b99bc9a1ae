import type { Element } from '@xmpp/xml';
import { XML_MAX_BYTES, XML_MAX_DEPTH, XML_MAX_NODES } from '../../../../contract/xml/rules.ts';
import { elementReader, XmlRefused } from './builder.ts';

const LIMITS = { maxDepth: XML_MAX_DEPTH, maxNodes: XML_MAX_NODES };

/**
 * Parses one websocket frame of a client, or other XML of clients such as a reported message: exactly one element (RFC 7395, section
 * 3.3.3) within the limits. Otherwise throws XmlRefused.
 */
export function parseFrame(text: string): Element {
  if (Buffer.byteLength(text) > XML_MAX_BYTES) throw new XmlRefused('policy-violation', 'frame too large');
  if (!text.startsWith('<')) throw new XmlRefused('not-well-formed', 'a frame starts with an element');
  // The parser reads an unpaired surrogate together with the next character, which could hide markup.
  if (!text.isWellFormed()) throw new XmlRefused('not-well-formed', 'half of a surrogate pair');
  let only: Element | undefined;
  const reader = elementReader(LIMITS, 0, {
    element(element) {
      only = element;
    },
  });
  reader.write(text).close();
  if (!only) throw new XmlRefused('not-well-formed', 'no element');
  return only;
}
