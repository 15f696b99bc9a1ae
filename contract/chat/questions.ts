/** How many questions of ours there are, numbered from 1. Each reader sees them in their own language. */
export const QUESTIONS = 16;
