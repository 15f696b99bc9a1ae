/** Message type numbers (product 3.4). The name is the field's; the number travels on the wire. */
export const MESSAGE_TYPES = {
  0: 'text',
  1: 'location',
  2: 'image',
  3: 'audio',
  4: 'video',
  5: 'system',
  6: 'sticker',
  7: 'friends_request',
  10: 'v_hub_call',
  13: 'gift',
  16: 'short_video',
  17: 'invite_video',
  18: 'manager_text',
  19: 'ask_gift',
  20: 'image_with_gift',
  21: 'official_message',
  22: 'violate_rule',
  23: 'maintenance',
  36: 'question_answer',
  46: 'story_line_call',
  401: 'add_friend_msg',
  100: 'attribution_refresh',
} as const;
export type MessageType = keyof typeof MESSAGE_TYPES;

/** Only services may send these; the edge refuses them from a client, the core from anybody else (threats: privileged types). */
export const PRIVILEGED_TYPES: ReadonlySet<number> = new Set([5, 18, 21, 22, 23, 46, 100, 401]);

export const isMessageType = (type: number): type is MessageType => Object.hasOwn(MESSAGE_TYPES, type);
