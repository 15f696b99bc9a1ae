import { xmlText } from '../../../contract/xml/characters.ts';

/** A way for frames on which nothing passes that XML cannot hold: one such character would end the stream of its sender. */
export const onlyXml =
  (send: (text: string) => void): ((text: string) => void) =>
  (text) =>
    send(xmlText(text));
