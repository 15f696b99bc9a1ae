import type { Role, ThemeName } from './palette.ts';

/** A file of a display face, and the characters that it is fetched for. */
export type FontFace = {
  readonly family: string;
  readonly url: string;
  readonly weight: number;
  /** As in CSS: `U+0000-00FF,U+0131`. */
  readonly range: string;
};

/** What a brand changes of the house's dress. What it leaves out stays as it is. */
export type Look = Readonly<Record<ThemeName, Readonly<Partial<Record<Role, string>>>>> & {
  readonly radius: { readonly card: string; readonly field: string; readonly bubble: string; readonly pill: string };
  /** For headings; the system's faces stand behind it for scripts that it does not have. Empty: theirs alone. */
  readonly display: readonly FontFace[];
  readonly displayWeight: number;
};

/** What the shapes of a mark are drawn with: the roles of whichever theme is worn. */
export type MarkProps = { readonly color: Readonly<Record<Role, string>> };
