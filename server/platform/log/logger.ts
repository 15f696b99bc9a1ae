/**
 * The part of pino that rooms use. An error goes in as `err`, which is written by a list of what is allowed (server/platform/log/log.ts): the words of one
 * that the database caused quote what was to be stored, so a message of somebody.
 */
export type Logger = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
};
