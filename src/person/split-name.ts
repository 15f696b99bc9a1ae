/** A name that ends with the mark of a demo account, such as `Amira (demo)`. */
const MARKED = /^(.*\S) \((demo)\)$/s;

/** Splits the name of a demo account into the person's own name and the mark; `mark` is empty for any other name. */
export function splitName(name: string): { readonly own: string; readonly mark: string } {
  const [, own = name, mark = ''] = MARKED.exec(name) ?? [];
  return { own, mark };
}
