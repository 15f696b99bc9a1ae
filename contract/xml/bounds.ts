import type { Element } from '@xmpp/xml';
import { XML_MAX_BYTES, XML_MAX_DEPTH, XML_MAX_NODES } from './rules.ts';

/**
 * Whether a stanza is small enough to process: at most XML_MAX_DEPTH levels, XML_MAX_NODES elements and XML_MAX_BYTES characters of text
 * and attribute values. Uses an explicit stack: 4,000 levels overflow the call stack (measured).
 */
export function isBounded(root: Element): boolean {
  const stack: [Element, number][] = [[root, 1]];
  let nodes = 0;
  let chars = 0;
  for (let top = stack.pop(); top; top = stack.pop()) {
    const [element, depth] = top;
    nodes += 1;
    for (const value of Object.values(element.attrs)) chars += String(value).length;
    for (const child of element.children) {
      if (typeof child === 'string') chars += child.length;
      else stack.push([child, depth + 1]);
    }
    if (depth > XML_MAX_DEPTH || nodes > XML_MAX_NODES || chars > XML_MAX_BYTES) return false;
  }
  return true;
}
