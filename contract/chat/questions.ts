/** How many answers each question of ours has, from the first on. Each reader sees them in their own language. */
export const ANSWERS_OF_QUESTIONS = [2, 3, 2, 3, 4, 2, 3, 2, 3, 2, 3, 2, 3, 3, 3, 3] as const;
/** How many questions of ours there are, numbered from 1. */
export const QUESTIONS = ANSWERS_OF_QUESTIONS.length;
/** Of a question of one's own. */
export const QUESTION_MAX_CHARS = 200;
export const ANSWER_MAX_CHARS = 60;
export const ANSWERS_MAX = 4;
