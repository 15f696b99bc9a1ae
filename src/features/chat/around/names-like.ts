const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** Those whose name has these words in it, whatever the accents and the case. */
export function namesLike<T extends { readonly name: string }>(all: readonly T[], words: string): readonly T[] {
  const wanted = plain(words.trim());
  return wanted === '' ? all : all.filter(({ name }) => plain(name).includes(wanted));
}
