/** Number of answers of each predefined question, from the first on. Each reader sees them in their own language. */
export const ANSWERS_OF_QUESTIONS = [2, 3, 2, 3, 4, 2, 3, 2, 3, 2, 3, 2, 3, 3, 3, 3] as const;
/** Number of predefined questions, numbered from 1. */
export const QUESTIONS = ANSWERS_OF_QUESTIONS.length;
/** Limits of a user's own question. */
export const QUESTION_MAX_CHARS = 200;
export const ANSWER_MAX_CHARS = 60;
export const ANSWERS_MAX = 4;
