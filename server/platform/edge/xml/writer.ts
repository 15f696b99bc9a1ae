import { xmlText } from '../../../../contract/xml/characters.ts';

/**
 * Wraps the function that sends to the XMPP server: removes characters that XML does not allow, because any of them would end the stream.
 */
export const onlyXml =
  (send: (text: string) => void): ((text: string) => void) =>
  (text) =>
    send(xmlText(text));
