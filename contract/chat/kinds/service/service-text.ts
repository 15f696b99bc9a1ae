import type xml from '@xmpp/xml';
import type { Element } from '@xmpp/xml';
import { maxLength, pipe, record, regex, string } from 'valibot';
import { plainText } from '../../../xml/characters.ts';
import { KIND_NS, label } from '../shapes.ts';

/** Schema of the arguments of a service's text: names of up to 16 letters, with the values that the translation interpolates. */
export const args = record(pipe(string(), maxLength(16), regex(/^[a-z][a-zA-Z]{0,15}$/)), label(64));

/**
 * Reads `<say key><args name='value' ...></say>`, the translation key and arguments of a service's text; the schema of the kind then
 * validates the result.
 */
export function readSay(x: Element) {
  const say = x.getChild('say', KIND_NS);
  const { xmlns: _xmlns, ...attributes } = say?.getChild('args', KIND_NS)?.attrs ?? {};
  const clean = Object.entries(attributes).map(([name, value]) => [name, plainText(value ?? '')]);
  return { key: say?.attrs['key'], args: Object.fromEntries(clean), about: say?.attrs['about'] };
}

/** Writes the `say` element of a service's text. */
export const writeSay = (
  say: { readonly key: string; readonly args: Readonly<Record<string, string>>; readonly about?: number },
  build: typeof xml,
): Element =>
  build(
    'say',
    { xmlns: KIND_NS, key: say.key, about: say.about },
    build('args', Object.fromEntries(Object.entries(say.args).map(([name, value]) => [name, plainText(value)]))),
  );
