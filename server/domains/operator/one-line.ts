/** Returns a user's text as one line, so that it cannot forge further lines of the text that the operator reads. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
