/** The part of pino that rooms use. */
export type Logger = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
};
