import { tidOfUid } from '#contract/ids.ts';
import { profilePath, threadPath } from '#contract/paths.ts';
import { WALL } from '../paths.ts';

const LINK = /^web\+([a-z]+):(?:\/\/)?(?:(wall)|chat\/u_([1-9]\d{0,14})|person\/([1-9]\d{0,14}))\/?$/;

/**
 * Returns the path for a URL of the brand's own scheme: `web+<brand>:chat/u_9001`, `:person/9001` or `:wall`, also
 * with `//`. Undefined for all other URLs. Such links only show a page; they never dial or send.
 */
export function placeOfLink(link: string, brand: string): string | undefined {
  const [, scheme, wall, chat, person] = LINK.exec(link) ?? [];
  if (scheme !== brand) return undefined;
  if (wall) return WALL;
  return chat ? threadPath(tidOfUid(Number(chat))) : profilePath(Number(person));
}
