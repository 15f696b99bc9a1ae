/** A prerendered page in one language, as a first visitor sees it. `styles`: the rules of its classes, each once. */
export type Prerendered = {
  readonly lang: string;
  readonly dir: string;
  readonly title: string;
  readonly html: string;
  readonly styles: readonly string[];
};
