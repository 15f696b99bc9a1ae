import { addFriend } from './add-friend.ts';
import { askGift } from './ask-gift.ts';
import { attributionRefresh } from './attribution-refresh.ts';
import { call } from './call.ts';
import { correction } from './correction.ts';
import { friendsRequest } from './friends-request.ts';
import { gift } from './gift.ts';
import { inviteVideo } from './invite-video.ts';
import { location } from './location.ts';
import { audio } from './media/audio.ts';
import { image } from './media/image.ts';
import { imageWithGift } from './media/image-with-gift.ts';
import { shortVideo } from './media/short-video.ts';
import { video } from './media/video.ts';
import { questionAnswer } from './question-answer.ts';
import { reaction } from './reaction.ts';
import { retraction } from './retraction.ts';
import { maintenance } from './service/maintenance.ts';
import { managerText } from './service/manager-text.ts';
import { officialMessage } from './service/official-message.ts';
import { system } from './service/system.ts';
import { violateRule } from './service/violate-rule.ts';
import { sticker } from './sticker.ts';
import { storyLineCall } from './story-line-call.ts';
import { text } from './text.ts';

/**
 * All message kinds of product 3.4, one file each, from which payload.ts finds the one of a message. A message of an unknown number comes
 * from a newer build; it is stored unparsed until a build can read it.
 */
export const kinds = [
  text,
  call,
  location,
  image,
  audio,
  video,
  system,
  sticker,
  friendsRequest,
  gift,
  shortVideo,
  inviteVideo,
  managerText,
  askGift,
  imageWithGift,
  officialMessage,
  violateRule,
  maintenance,
  questionAnswer,
  retraction,
  correction,
  reaction,
  storyLineCall,
  attributionRefresh,
  addFriend,
] as const;
