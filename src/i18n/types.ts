import type common from './locales/en/common.json';
import type connection from './locales/en/connection.json';
import type errors from './locales/en/errors.json';
import type login from './locales/en/login.json';
import type message from './locales/en/message.json';
import type official from './locales/en/official.json';
import type people from './locales/en/people.json';
import type settings from './locales/en/settings.json';

type Resources = {
  common: typeof common;
  errors: typeof errors;
  login: typeof login;
  message: typeof message;
  people: typeof people;
  settings: typeof settings;
  connection: typeof connection;
  official: typeof official;
};

export type Namespace = keyof Resources;

/** Keys are checked against the English files. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Resources;
  }
}
