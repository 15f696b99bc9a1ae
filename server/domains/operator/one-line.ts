/** Returns a user's text as one line, so that it cannot look like other lines of an answer. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
