/**
 * Number of answers of each predefined ice-breaker question, from the first on. Their texts are translations, so each reader sees them in
 * their own language.
 */
export const ANSWERS_OF_QUESTIONS = [2, 3, 2, 3, 4, 2, 3, 2, 3, 2, 3, 2, 3, 3, 3, 3] as const;
/** Number of predefined ice-breaker questions, numbered from 1. */
export const QUESTIONS = ANSWERS_OF_QUESTIONS.length;
/** Maximum length of an ice-breaker question that a user writes. */
export const QUESTION_MAX_CHARS = 200;
/** Maximum length of each answer that a user writes for an own ice-breaker question. */
export const ANSWER_MAX_CHARS = 60;
/** Maximum number of answers to choose from in an ice-breaker question; the minimum is 2. */
export const ANSWERS_MAX = 4;
