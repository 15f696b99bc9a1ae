import { tidOfUid } from '#contract/ids.ts';
import { profilePath, threadPath, WALL } from '../paths.ts';

const LINK = /^web\+([a-z]+):(?:\/\/)?(?:(wall)|chat\/u_([1-9]\d{0,14})|person\/([1-9]\d{0,14}))\/?$/;

/**
 * Where an address of the brand's own scheme leads: `web+<brand>:chat/u_9001`, `:person/9001` or `:wall`, also with `//`. Undefined
 * for every other one. It shows something; it never dials and never sends.
 */
export function placeOfLink(link: string, brand: string): string | undefined {
  const [, scheme, wall, chat, person] = LINK.exec(link) ?? [];
  if (scheme !== brand) return undefined;
  if (wall) return WALL;
  return chat ? threadPath(tidOfUid(Number(chat))) : profilePath(Number(person));
}
