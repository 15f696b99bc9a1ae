import { withFewMarks } from '../../../contract/text/few-marks.ts';

/**
 * Returns a user's text as one line, so that it cannot forge further lines of the text that the operator reads, and with few combining marks,
 * so that it does not overlap them.
 */
export const oneLine = (text: string): string => withFewMarks(text).replaceAll(/\s+/g, ' ').trim();
