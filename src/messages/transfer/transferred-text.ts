import { isBlank } from '#contract/text/visible-text.ts';

const nameIn = (line: string) => line.slice(Math.max(line.lastIndexOf('/'), line.lastIndexOf('\\')) + 1);
/** Lines of a transferred text, normalised: file managers of macOS end lines with \r and decompose letters in names. */
const linesOf = (text: string) => text.normalize().split(/\r\n?|\n/);
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
  const names = new Set([...files].map(({ name }) => name.normalize()));
  const addresses = new Set(linesOf(getData('text/uri-list')));
  const isName = (line: string) =>
    addresses.has(line) || names.has(line) || names.has(nameIn(decoded(line)).normalize());
  const isOwn = linesOf(text).some((line) => !isBlank(line) && !isName(line.trim()));
  return isOwn ? text : '';
}
