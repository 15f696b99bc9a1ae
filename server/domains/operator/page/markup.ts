const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

/** HTML that `html` inserts without escaping. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
type Part = string | number | Markup | readonly Markup[] | false;

/** Template tag for the HTML of the operator page: escapes all values except `Markup`; `false` inserts nothing. */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const texts = parts.map((part) => {
    if (part === false) return '';
    if (part instanceof Markup) return part.text;
    return typeof part === 'object' ? part.map(({ text }) => text).join('') : escaped(String(part));
  });
  return new Markup(String.raw({ raw: literals }, ...texts));
}
