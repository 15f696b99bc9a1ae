import type { Role, ThemeName } from './palette.ts';

/** A font file, and the characters for which it is fetched. */
export type FontFace = {
  readonly family: string;
  readonly url: string;
  readonly weight: number;
  /** In the format of the CSS descriptor `unicode-range`: `U+0000-00FF,U+0131`. */
  readonly range: string;
};

/** A brand's theme: its changes to the default colours, its corner radii and its heading fonts. Omitted colours keep their defaults. */
export type BrandTheme = Readonly<Record<ThemeName, Readonly<Partial<Record<Role, string>>>>> & {
  readonly radius: { readonly card: string; readonly field: string; readonly bubble: string; readonly pill: string };
  /** Fonts of headings, with the system fonts as fallback for other scripts. Empty: system fonts only. */
  readonly display: readonly FontFace[];
  readonly displayWeight: number;
};

/** Props of the brand's mark: the colours of the current theme. */
export type MarkProps = { readonly color: Readonly<Record<Role, string>> };
