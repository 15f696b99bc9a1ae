import {
  array,
  email,
  literal,
  maxLength,
  minLength,
  object,
  optional,
  picklist,
  pipe,
  regex,
  string,
  transform,
  trim,
  union,
} from 'valibot';
import type { EndpointTable } from '../api/endpoint.ts';
import { uid } from '../api/envelope.ts';
import { externalIdOrEmpty } from '../external-id.ts';
import { MEDIA_URL_MAX_CHARS } from '../media/rules.ts';
import { ALBUM_MAX, GENDERS, VIDEOS_MAX } from '../people/people.ts';
import { ABOUT_MAX_CHARS, ADDRESS_MAX_CHARS, EMAIL_MAX_CHARS, NICK_MAX_CHARS } from '../people/rules.ts';
import { shownText, typedText } from '../text/typed-text.ts';
import { visibleLine, visibleText } from '../text/visible-text.ts';
import { settings, settingsChange } from './settings.ts';

const url = pipe(string(), maxLength(MEDIA_URL_MAX_CHARS));
const video = object({ thumbnail: url, videoUrl: url, checksum: externalIdOrEmpty });
const line = (max: number) => pipe(typedText, maxLength(max * 2), transform(visibleLine), maxLength(max));
const lines = (max: number) => pipe(typedText, maxLength(max * 2), transform(visibleText), maxLength(max));
const none = literal('');

/** Schema of the own profile as the server answers it (product 3.5). Empty text means "not given". */
const profile = object({
  uid,
  nickName: shownText,
  avatarUrl: string(),
  about: shownText,
  gender: picklist(GENDERS),
  bDay: string(),
  country: string(),
  lang: string(),
  tel: shownText,
  email: shownText,
  address: shownText,
  albums: array(string()),
  videos: array(object({ thumbnail: string(), videoUrl: string(), checksum: string() })),
  settings,
});

/** Schema of a change of the own profile; a missing field stays unchanged. A refusal names the field: `email: must be ...`. */
const change = object({
  nickName: optional(pipe(typedText, trim(), minLength(1), maxLength(NICK_MAX_CHARS))),
  about: optional(lines(ABOUT_MAX_CHARS)),
  gender: optional(picklist(GENDERS)),
  bDay: optional(pipe(string(), regex(/^(\d{4}-\d{2}-\d{2})?$/, 'must be YYYY-MM-DD or empty'))),
  country: optional(pipe(string(), regex(/^([A-Z]{2})?$/, 'must be two capital letters or empty'))),
  lang: optional(pipe(string(), regex(/^([a-z]{2})?$/, 'must be two small letters or empty'))),
  /** 5 to 15 digits (E.164) after an optional +; spaces, dots, brackets and hyphens among them are allowed and stored. */
  tel: optional(pipe(line(32), regex(/^(\+?(?:[ ().-]*\d){5,15}[ )]*)?$/, 'must be a telephone number or empty'))),
  email: optional(
    union(
      [none, pipe(line(EMAIL_MAX_CHARS), email('must be an e-mail address or empty'))],
      'must be an e-mail address or empty',
    ),
  ),
  address: optional(lines(ADDRESS_MAX_CHARS)),
  /** Address of a picture that the caller uploaded, like the pictures of `albums` and the clips of `videos`. */
  avatarUrl: optional(url),
  albums: optional(pipe(array(url), maxLength(ALBUM_MAX))),
  videos: optional(pipe(array(video), maxLength(VIDEOS_MAX))),
  settings: optional(settingsChange),
});

/** Endpoints that read and change the caller's own profile and settings. */
export const profileRows = {
  profile: {
    path: '/api/common_service/get_manual_personal_info_v2',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({}),
    output: profile,
  },
  updateProfile: {
    path: '/api/common_service/update_manual_personal_info_v2',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'queued',
    replay: 'recomputed',
    input: change,
    output: profile,
  },
} as const satisfies EndpointTable;
