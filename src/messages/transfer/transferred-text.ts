import { isBlank } from '#contract/visible-text.ts';

const nameIn = (line: string) => line.slice(Math.max(line.lastIndexOf('/'), line.lastIndexOf('\\')) + 1);
const decoded = (line: string) => {
  try {
    return decodeURIComponent(line);
  } catch {
    return line;
  }
};

/**
 * Returns the text of a paste or drop that has files too: cells of a spreadsheet, for example, come as text and as a picture of it. Empty
 * if the text only names the files or their addresses, as file managers and browsers write it for a copied file or picture.
 */
export function transferredText({
  files,
  getData,
}: {
  readonly files: Iterable<{ readonly name: string }>;
  getData(format: string): string;
}): string {
  const text = getData('text/plain');
  const names = new Set([...files].map(({ name }) => name));
  const addresses = new Set(getData('text/uri-list').split(/\r?\n/));
  const isName = (line: string) => addresses.has(line) || names.has(line) || names.has(nameIn(decoded(line)));
  const isOwn = text.split(/\r?\n/).some((line) => !isBlank(line) && !isName(line.trim()));
  return isOwn ? text : '';
}
