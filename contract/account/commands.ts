import {
  array,
  boolean,
  exactOptional,
  type InferOutput,
  literal,
  maxLength,
  minLength,
  number,
  object,
  partial,
  picklist,
  pipe,
  string,
  variant,
} from 'valibot';
import { command, nothing, someId, someUid } from '../command.ts';
import { GENDERS } from '../people/people.ts';
import { typedText } from '../text/typed-text.ts';
import { credentialJson } from './passkey.ts';
import { PASSWORD_SENT_MAX_CHARS } from './rules.ts';
import { settingsChange, tidOfChoice } from './settings.ts';

const password = pipe(string(), minLength(1), maxLength(PASSWORD_SENT_MAX_CHARS));
/** True: cancels the pending deletion of the account. */
const restore = exactOptional(boolean());
const conversationChange = partial(object({ muted: boolean(), pinned: boolean(), archived: boolean() }));
const signInWay = variant('way', [
  object({ way: literal('guest'), restore }),
  object({ way: literal('password'), uid: someUid, passwd: password, restore }),
  object({
    way: literal('google'),
    credential: pipe(string(), minLength(1), maxLength(8_192)),
    nonce: pipe(string(), minLength(1), maxLength(128)),
    restore,
  }),
  object({ way: literal('passkey'), assertion: credentialJson, restore }),
]);
/** The login method that the user chose, with its credentials: the argument of the command `signIn`. */
export type SignIn = Readonly<InferOutput<typeof signInWay>>;

const text = pipe(string(), maxLength(1_024));
/** Schema of the fields of the own profile to change. It bounds their types and lengths only; the server checks their contents. */
const profileChange = partial(
  object({
    nickName: text,
    avatarUrl: text,
    about: text,
    gender: picklist(GENDERS),
    bDay: text,
    country: text,
    lang: text,
    tel: text,
    email: text,
    address: text,
    albums: array(text),
    videos: array(object({ thumbnail: text, videoUrl: text, checksum: text })),
  }),
);

/** Commands of pages for session, own profile, settings, and facts that only a page knows (visibility, device). */
export const accountCommands = {
  /** Signs in (product 4.5). The core stores the device secret that identifies a guest. */
  signIn: command({ account: 'any', args: [signInWay], value: object({ uid: number() }) }),
  /**
   * Ends the session and deletes the data of the user from databases and caches. Queued changes stay, and the logout follows them when the
   * server is reachable.
   */
  signOut: command({ args: [], value: nothing }),
  /** Changes the own profile locally at once and queues the change for the server. */
  updateProfile: command({ args: [profileChange], value: nothing }),
  changeSettings: command({ args: [settingsChange], value: nothing }),
  /** Mutes, pins or archives a conversation, or takes that back; absent choices stay. */
  changeConversation: command({ args: [tidOfChoice, conversationChange], value: nothing }),
  /** Fetches profile, settings, balance, blocks, counters and site configuration of the account into the database `app`. */
  refreshProfile: command({ args: [], value: nothing }),
  /** Fetches the website config and the maintenance status (product 7.5) into `app.state`. */
  refreshConfig: command({ account: 'any', args: [], value: nothing }),
  /** Stores the device facts that only a page can read and the API requires (product 7.1). */
  describeDevice: command({
    account: 'any',
    args: [
      object({
        language: pipe(typedText, maxLength(35)),
        screenWidth: number(),
        screenHeight: number(),
        touchPoints: exactOptional(number()),
      }),
    ],
    value: nothing,
  }),
  /**
   * Reverts a queued change locally and removes it from the queue, after its request in flight has ended. Refused with `conflict` if the
   * change is no longer queued, as the server accepted or refused it, and for the endpoints of `HIDDEN_CHANGES`.
   */
  discardChange: command({ args: [pipe(string(), maxLength(64))], value: nothing }),
  /** Deletes the cached lists, people and vCards; they are fetched again when they are shown. */
  clearLists: command({ args: [], value: nothing }),
  /** Reports whether this tab is visible. While any tab is visible, the server sends no pushes to the account. */
  look: command({ account: 'any', args: [someId, boolean()], value: nothing }),
  /**
   * Retries a lost connection at once and pings an open one, because the network is back, the page became visible, or the user asked for it
   * (product 4.4). Queued changes and uploads are retried too, except at `visible`.
   */
  wake: command({ account: 'any', args: [picklist(['online', 'visible', 'asked'])], value: nothing }),
};
