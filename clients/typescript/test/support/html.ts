/** Text of HTML pages. */
const ENTITIES: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"' };

/** Returns the text of escaped text. */
export const unescaped = (html: string): string => html.replace(/&(\w+);/g, (_, name: string) => ENTITIES[name]!);
