import { isPlainText } from '../xml/characters.ts';
import { charsLeft } from './visible-text.ts';

/**
 * Returns why a field with this limit refuses what a user typed: it has a character that is not plain text, or is too long. Undefined: the
 * field takes it. Whether a field may be empty is decided by its form.
 */
export const textFault = (text: string, maxChars: number): 'unreadable' | 'long' | undefined =>
  isPlainText(text) ? (charsLeft(text, maxChars) < 0 ? 'long' : undefined) : 'unreadable';
