/** Numbers of things in words. */

/** Returns a number with a word, which has an s unless the number is one. */
export const counted = (count: number, word: string): string => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
