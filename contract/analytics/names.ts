/** Names of analytics events and of their properties, checked by the compiler; `EVENT_NAME` makes the same check at run time. */

type Lower =
  | ('a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'l' | 'm')
  | ('n' | 'o' | 'p' | 'q' | 'r' | 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z');
type Letter = Lower | Uppercase<Lower>;
type WordCharacter = Letter | '_' | '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
type Ten = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
type MoreAllowed = [...Ten, ...Ten, ...Ten, ...Ten, 0, 0, 0, 0, 0, 0, 0, 0, 0];

type IsRest<Text extends string, Left extends readonly 0[]> = Text extends ''
  ? true
  : Left extends readonly [0, ...infer Fewer extends readonly 0[]]
    ? Text extends `${WordCharacter}${infer Rest}`
      ? IsRest<Rest, Fewer>
      : false
    : false;

/** True for a letter, then letters, digits or underscores: 50 characters at most. */
type IsName<Text extends string> = Text extends `${Letter}${infer Rest}` ? IsRest<Rest, MoreAllowed> : false;

/**
 * Compile-time check of an event or property name: the name itself, or `never` if it is not a letter followed by up to 49 letters, digits
 * or underscores.
 */
export type Named<Text extends string> = IsName<Text> extends true ? Text : never;

/** Pattern of an event name, with which the collector makes the same check as `Named` at run time. */
export const EVENT_NAME = /^[A-Za-z]\w{0,49}$/;
