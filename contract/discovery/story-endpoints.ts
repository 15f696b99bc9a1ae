import { array, integer, maxLength, maxValue, minValue, number, object, optional, pipe, string } from 'valibot';
import type { EndpointTable } from '../api/endpoint.ts';
import { STORY_STEPS_MAX } from './rules.ts';
import { storyId, storyItem } from './stories.ts';

const step = pipe(number(), integer(), minValue(1), maxValue(STORY_STEPS_MAX));

/** Endpoints for recorded stories. */
export const storyRows = {
  /** Recorded stories of anchors, newest first. `seen` reports the caller's progress in one, which never decreases. */
  stories: {
    path: '/api/anchorlist_services/video_show_story_line',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({
      /** `nextCursor` of the previous page; empty for the first page. */
      cursor: optional(pipe(string(), maxLength(64)), ''),
      seen: optional(object({ storyId, step })),
    }),
    /** `nextCursor` is empty at the end. */
    output: object({ stories: array(storyItem), nextCursor: string() }),
  },
} as const satisfies EndpointTable;
