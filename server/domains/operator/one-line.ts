import { withFewMarks } from '../../../contract/text/few-marks.ts';

/**
 * Returns a user's text as one line, so that it cannot forge further lines of the text that the operator reads, and with few combining marks,
 * so that it does not overlap them.
 */
export const oneLine = (text: string): string => withFewMarks(text).replaceAll(/\s+/g, ' ').trim();

/**
 * Marks each further line of a text, so that texts of users that keep their lines cannot pass for further lines of a result, such as for a
 * sealed message of a report.
 */
export const markFurtherLines = (text: string): string =>
  text.replaceAll(/\r\n?|[\n\v\f\u0085\u2028\u2029]/g, '\n    | ');
