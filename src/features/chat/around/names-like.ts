const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** Filters a list by the typed part of a name, ignoring case and diacritics. Blank `words` match all entries. */
export function namesLike<T extends { readonly name: string }>(all: readonly T[], words: string): readonly T[] {
  const wanted = plain(words.trim());
  return wanted === '' ? all : all.filter(({ name }) => plain(name).includes(wanted));
}
